import { Button } from 'antd';
import type { ReactNode } from 'react';
import { platformText } from '../../schemas/kit/meeting-platforms';
import { MenuButton, type MenuChoice } from '../../ui/actions/menu-button';
import { Icon } from '../../ui/marks/icon';
import { Tag, type Tone } from '../../ui/marks/tag';
import { fullTime, shortTime } from '../../ui/time/dates';
import { lengthText } from '../../ui/time/length-text';
import { serverNow } from '../../ui/time/server-clock';
import type { Meeting } from './meeting-calls';

const states: Readonly<Record<NonNullable<Meeting['state']>, { readonly text: string; readonly tone: Tone }>> = {
  scheduled: { text: 'Scheduled', tone: 'blue' },
  done: { text: 'Held', tone: 'green' },
  missed: { text: 'No-show', tone: 'amber' },
  cancelled: { text: 'Cancelled', tone: 'grey' },
};
export interface MeetingActs {
  readonly reschedule: () => void;
  readonly set: (state: 'done' | 'missed') => void;
  readonly cancel: () => void;
  readonly tell: () => void;
  readonly askForLink: () => void;
  readonly note: () => void;
  readonly outcome: () => void;
}
/** Minutes before its time from which a meeting can be over; the server has the same. */
const earlyMs = 15 * 60_000;

/** One meeting: when, with whom, its link, and what can be done with it now. */
export function MeetingRow({ meeting, acts }: { meeting: Meeting; acts?: MeetingActs }): ReactNode {
  const host = meeting._labels?.['user_id'];
  const state = states[meeting.state ?? 'scheduled'];
  const isOpen = meeting.state === 'scheduled';
  const begun = Date.parse(meeting.starts_at) - earlyMs <= serverNow();
  const title = meeting.title || 'Meeting';
  const platform = platformText(meeting.platform, meeting.link);
  return (
    <li className="vm-row" aria-label={`${title}, ${fullTime(meeting.starts_at)}`}>
      <div className="vm-main">
        <div className="vm-name">
          <strong>{title}</strong>
          <Tag tone={state.tone}>{state.text}</Tag>
          {isOpen && begun ? <span className="p-late">Held or no-show?</span> : null}
        </div>
        <div>
          <time dateTime={meeting.starts_at} title={fullTime(meeting.starts_at)}>
            {shortTime(meeting.starts_at, { hour: true })}
          </time>
          {` · ${meeting.duration_min ?? 30} min`}
          {typeof host === 'string' ? ` · ${host}` : ''}
          {platform ? ` · ${platform}` : ''}
        </div>
        <LinkLine meeting={meeting} isOpen={isOpen} />
        <HeldLine meeting={meeting} />
        {meeting.note ? <div className="vm-note">{meeting.note}</div> : null}
      </div>
      {acts ? <RowActs meeting={meeting} acts={acts} begun={begun} title={title} /> : null}
    </li>
  );
}

function LinkLine({ meeting, isOpen }: { meeting: Meeting; isOpen: boolean }): ReactNode {
  const told = meeting.told_at ? `lead emailed ${shortTime(meeting.told_at, { hour: true })}` : isOpen ? 'lead not emailed' : '';
  return (
    <div className="p-sub vm-link">
      {meeting.link_state === 'asked' ? <span role="status">The link is being made…</span> : null}
      {meeting.link_state === 'failed' ? (
        <span className="p-late">{meeting.link_error ?? 'The link could not be made.'}</span>
      ) : null}
      {meeting.link && meeting.link_state !== 'asked' && isOpen ? (
        <a href={meeting.link} target="_blank" rel="noreferrer" title={meeting.link}>
          Join
        </a>
      ) : null}
      {!meeting.link && meeting.link_by !== 'provider' && isOpen ? <span>No link yet</span> : null}
      {told ? <span>{told}</span> : null}
    </div>
  );
}

/** Who joined until when, and the recording. */
function HeldLine({ meeting: { joined_at: joined, left_at: left, recording_link: recording } }: { meeting: Meeting }): ReactNode {
  if (!joined && !left && !recording) return null;
  const time = (label: string, at: string): ReactNode => (
    <span title={fullTime(at)}>
      {label} {shortTime(at, { hour: true })}
    </span>
  );
  return (
    <div className="p-sub vm-link">
      {joined ? time('Joined', joined) : null}
      {left ? time('Left', left) : null}
      {joined && left ? <span>{lengthText(Math.round((Date.parse(left) - Date.parse(joined)) / 1000))}</span> : null}
      {recording ? (
        <a href={recording} target="_blank" rel="noreferrer">
          Recording
        </a>
      ) : null}
    </div>
  );
}

function RowActs({
  meeting,
  acts,
  begun,
  title,
}: {
  meeting: Meeting;
  acts: MeetingActs;
  begun: boolean;
  title: string;
}): ReactNode {
  const { state } = meeting;
  const isOpen = state === 'scheduled';
  const held: MenuChoice = { label: 'Mark as held', choose: () => acts.set('done') };
  const missed: MenuChoice = { label: 'Mark as no-show', choose: () => acts.set('missed') };
  const outcome: MenuChoice = { label: 'Record outcome', choose: acts.outcome };
  const isOver = state === 'done' || state === 'missed';
  const hasTimes = Boolean(meeting.joined_at || meeting.left_at || meeting.recording_link);
  const hasLink = meeting.link_by !== 'provider' || meeting.link_state === 'made';
  const more: MenuChoice[] = [
    ...(meeting.link_state === 'failed' ? [{ label: 'Ask for the link again', choose: acts.askForLink }] : []),
    ...(isOpen && begun ? [held, missed, outcome] : []),
    ...(isOpen && hasLink ? [{ label: meeting.link ? 'Resend link' : 'Email the lead again', choose: acts.tell }] : []),
    ...(state === 'missed' ? [held] : []),
    ...(state === 'done' && !hasTimes ? [missed] : []),
    ...(isOver
      ? [{ ...outcome, label: 'Edit outcome' }]
      : [{ label: meeting.note ? 'Edit note' : 'Add note', choose: acts.note }]),
    ...(isOpen ? [{ label: 'Cancel meeting', choose: acts.cancel }] : []),
  ];
  return (
    <div className="vm-do">
      {state === 'done' ? null : (
        <Button size="small" onClick={acts.reschedule}>
          {isOpen ? 'Reschedule' : 'Schedule again'}
        </Button>
      )}
      <MenuButton label={`Actions for ${title}`} choices={more}>
        <Icon name="more" />
      </MenuButton>
    </div>
  );
}
