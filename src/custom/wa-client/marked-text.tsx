import { Fragment, type ReactNode } from 'react';

/**
 * Renders WhatsApp's markup (*bold*, _italic_, ~struck~, ```fixed```) and web addresses as elements; everything else stays text
 * (TRUST-S19).
 */
export function MarkedText({ text }: { text: string }): ReactNode {
  return <>{parts(text)}</>;
}

const marks =
  /```([\s\S]+?)```|(?<![\w*])\*(\S(?:[^*\n]*\S)?)\*(?![\w*])|(?<![\w_])_(\S(?:[^_\n]*\S)?)_(?![\w_])|(?<![\w~])~(\S(?:[^~\n]*\S)?)~(?![\w~])|(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/g;

function parts(text: string): ReactNode[] {
  const found: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(marks)) {
    const [whole, fixed, bold, slanted, struck, link] = match;
    if (match.index > at) found.push(text.slice(at, match.index));
    at = match.index + whole.length;
    found.push(<Fragment key={match.index}>{elementOf(fixed, bold, slanted, struck, link)}</Fragment>);
  }
  if (at < text.length) found.push(text.slice(at));
  return found;
}

function elementOf(fixed?: string, bold?: string, slanted?: string, struck?: string, link?: string): ReactNode {
  if (fixed !== undefined) return <code>{fixed}</code>;
  if (bold !== undefined) return <strong>{parts(bold)}</strong>;
  if (slanted !== undefined) return <em>{parts(slanted)}</em>;
  if (struck !== undefined) return <s>{parts(struck)}</s>;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {link}
    </a>
  );
}
