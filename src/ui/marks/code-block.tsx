import type { ReactNode } from 'react';
import './code-block.css';

/** Text as a program reads it: a key, a sample, an answer. It scrolls with the keyboard too. */
export const CodeBlock = ({ label, children }: { label?: string; children: ReactNode }): ReactNode => (
  <pre className="p-code" tabIndex={0} aria-label={label}>
    {children}
  </pre>
);
