import type { ReactNode } from 'react';

/** What was refused and belongs to none of the fields; above the buttons. */
export function FormRefused({ text }: { text: string }): ReactNode {
  return text ? (
    <p role="alert" className="p-form-refused">
      {text}
    </p>
  ) : null;
}
