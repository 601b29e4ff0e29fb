import type { ReactNode } from 'react';
import './opened-text.css';

/** A text on one line that opens to the whole, on a click or by the keyboard. '–' without a text. */
export function OpenedText({ text }: { text: string | null | undefined }): ReactNode {
  if (!text) return '–';
  return (
    <details className="p-opened" onClick={(event) => event.stopPropagation()}>
      <summary>{text}</summary>
    </details>
  );
}
