import { useEffect, useRef, type ReactNode } from 'react';
import './forms.css';

/** What was refused and belongs to none of the visible fields; scrolled into view where the form is longer than its window. */
export function FormRefused({ text }: { text: string }): ReactNode {
  const shown = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'nearest' }); // a promise in some browsers: an effect must not return it
  }, [text]);
  return text ? (
    <p ref={shown} role="alert" className="p-form-refused">
      {text}
    </p>
  ) : null;
}
