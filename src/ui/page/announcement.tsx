import type { ReactNode } from 'react';
import { fileName } from '../../kinds/file/kind';
import type { CurrentAnnouncement } from '../../schemas/calls/announcements';
import type { IconName } from '../marks/icon';
import type { Tone } from '../marks/tag';

/** Colour, sign and word of each type of announcement. */
export const announcementLooks: Readonly<Record<CurrentAnnouncement['type'], { tone: Tone; icon: IconName; word: string }>> = {
  info: { tone: 'blue', icon: 'info', word: 'Information' },
  warning: { tone: 'amber', icon: 'warning', word: 'Warning' },
  new_feature: { tone: 'green', icon: 'star', word: 'New' },
};

/** The whole message, line by line, with its file. */
export function AnnouncementText({ of: { body, attachment } }: { of: CurrentAnnouncement }): ReactNode {
  return (
    <>
      <p className="p-lines">{body}</p>
      {attachment ? (
        <a className="p-link" href={attachment} download={fileName(attachment)}>
          {fileName(attachment)}
        </a>
      ) : null}
    </>
  );
}
