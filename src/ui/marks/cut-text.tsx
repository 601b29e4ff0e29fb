import type { ReactNode } from 'react';

/** A text on one line; what does not fit is in its tooltip. '–' without a text. */
export const cutText = (text: string | null | undefined): ReactNode =>
  text ? (
    <span className="p-cut" title={text}>
      {text}
    </span>
  ) : (
    '–'
  );
