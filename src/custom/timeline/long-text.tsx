import { useState, type ReactNode } from 'react';
import { counted } from '../../schemas/kit/counted';

const most = 200;

/** The beginning of a long text, with a button that shows the rest. */
export function LongText({ children }: { children: string }): ReactNode {
  const [whole, setWhole] = useState(false);
  if (children.length <= most * 1.2) return children;
  return (
    <>
      {whole ? children : `${children.slice(0, most).trimEnd()}… `}
      <button type="button" className="p-timeline-long" aria-expanded={whole} onClick={() => setWhole(!whole)}>
        {whole ? 'Show less' : `Show all ${counted(children.length, 'character')}`}
      </button>
    </>
  );
}
