import type { ReactNode } from 'react';
import { Icon } from '../../ui/marks/icon';
import type { Attachment } from './chat';
import { OfficeFile } from './office-file';

/**
 * A sent file: a picture, a player, a frame, or its details and a download. Nothing leaves the browser without consent
 * (TRUST-S24).
 */
export function AttachmentView({ attachment }: { attachment: Attachment }): ReactNode {
  const { file, previewUrl, safeUrl, type } = attachment;
  if (!previewUrl)
    return (
      <p className="p-bot-file p-quiet">
        <Icon name="file" /> {file.name} · no longer in this browser
      </p>
    );
  if (type === 'image') return <img className="p-bot-image" src={previewUrl} alt={file.name} />;
  if (type === 'video') return <video className="p-bot-image" src={previewUrl} controls aria-label={file.name} />;
  // the browser's PDF viewer does not start in a sandbox
  if (safeUrl)
    return <iframe className="p-bot-frame" src={safeUrl} title={file.name} {...(type === 'pdf' ? {} : { sandbox: '' })} />;
  if (type === 'doc' || type === 'excel')
    return (
      <OfficeFile attachment={attachment}>
        <FileName file={file} url={previewUrl} />
      </OfficeFile>
    );
  return (
    <p className="p-bot-file">
      <FileName file={file} url={previewUrl} />
    </p>
  );
}

function FileName({ file, url }: { file: Attachment['file']; url: string }): ReactNode {
  return (
    <>
      <strong>{file.name}</strong> <span className="p-quiet">{sizeText(file.size)}</span>{' '}
      <a href={url} download={file.name}>
        Download
      </a>
    </>
  );
}

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
