import type { ReactNode } from 'react';

/** Several short texts; in a row the first few and the number of the others. */
export function Pills({ texts, most = Infinity }: { texts: readonly string[]; most?: number }): ReactNode {
  if (!texts.length) return '–';
  const rest = texts.length - most;
  return (
    <span className={rest === -Infinity ? 'p-pills p-wrap' : 'p-pills'} title={texts.join(', ')}>
      {texts.slice(0, most).map((text) => (
        <span key={text} className="p-pill">
          {text}
        </span>
      ))}
      {rest > 0 ? <span className="p-quiet">+{rest}</span> : null}
    </span>
  );
}
