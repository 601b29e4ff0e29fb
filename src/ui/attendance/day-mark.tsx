import type { ReactNode } from 'react';
import { dayCodeWords, type DayCode } from '../../schemas/kit/day-codes';
import './day-mark.css';

/** The codes of one day: the first in its colour, late and early under it. */
export function DayMark({ codes }: { codes: readonly DayCode[] }): ReactNode {
  const [main, ...rest] = codes;
  if (!main) return null;
  return (
    <span className={`p-day p-day-${main}`}>
      {main}
      {rest.length ? <small>{rest.join(' ')}</small> : null}
    </span>
  );
}

/** 'Present, late'; 'No record' of a day without a code. */
export const dayMarkText = (codes: readonly DayCode[]): string =>
  codes.length ? codes.map((code, at) => (at ? dayCodeWords[code].toLowerCase() : dayCodeWords[code])).join(', ') : 'No record';
