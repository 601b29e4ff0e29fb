import type { ReactNode } from 'react';
import { Icon } from '../../ui/marks/icon';

/** A picture is shown, a recording played, anything else offered for download. The file's name follows '#' in the value. */
export function TicketFile({ address }: { address: string }): ReactNode {
  const name = fileName(address);
  const download = (
    <a href={address} download={name}>
      <Icon name="download" size={14} /> {name}
    </a>
  );
  if (name.endsWith('.webm'))
    return (
      <figure className="p-ticket-film">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a screen recording has no text to show */}
        <video controls preload="metadata" src={address} aria-label={`Screen recording ${name}`} />
        <figcaption>{download}</figcaption>
      </figure>
    );
  if (/\.(png|jpe?g|webp|gif)$/i.test(name))
    return (
      <figure className="p-ticket-film">
        <img src={address} alt={name} loading="lazy" />
        <figcaption>{download}</figcaption>
      </figure>
    );
  return download;
}

function fileName(address: string): string {
  const name = address.split('#')[1] ?? address.split('?')[0]!.split('/').at(-1)!;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
