import type { ReactNode } from 'react';
import { changeText, figureText, type FigureUnit } from './figure-text';

/** The difference from the previous period, and on pointing at it the figure of that period. */
export function Change({
  now,
  before,
  unit,
}: {
  now: number | null;
  before: number | null | undefined;
  unit: FigureUnit;
}): ReactNode {
  const text = changeText(now, before, unit);
  return text ? (
    <span className="mf-change" title={`Previous period: ${figureText(before, unit)}`}>
      {text}
    </span>
  ) : null;
}
