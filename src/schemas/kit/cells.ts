import { isDimension, type DimensionId } from './dimensions';
import { isMeasure, type MeasureId } from './measures';
import { invalid } from './problem';

/** Values of dimensions; an empty text is 'not set'. Several of one dimension: any of them. */
export type DimensionValues = Readonly<Partial<Record<DimensionId, readonly string[]>>>;

/**
 * One number of a report as a question: a measure over days of the tenant, both included, for these values. Lists take it as
 * `cell=L3;2026-03-02;2026-03-02;user=01J…` and then show exactly the rows that were counted.
 */
export interface Cell {
  readonly measure: MeasureId;
  readonly from: string;
  readonly to: string;
  readonly values: DimensionValues;
}

export function writeCell({ measure, from, to, values }: Cell): string {
  const named = Object.entries(values).map(([name, texts]) => `${name}=${texts.map(encoded).join(',')}`);
  return [measure, from, to, ...named].join(';');
}

/** Throws Problem 422 at the query field `cell`. */
export function readCell(text: string): Cell {
  const [measure = '', from = '', to = '', ...named] = text.split(';');
  if (!isMeasure(measure)) throw invalid('cell', `There is no measure '${measure.slice(0, 40)}'.`);
  if (!isDay(from) || !isDay(to)) throw invalid('cell', 'The range of the cell must be two days, such as 2026-03-02.');
  const values: Partial<Record<DimensionId, readonly string[]>> = {};
  for (const one of named) {
    const [name = '', texts = ''] = split(one);
    if (!isDimension(name)) throw invalid('cell', `A cell cannot be narrowed by '${name.slice(0, 40)}'.`);
    values[name] = texts.split(',').map(decoded);
  }
  return { measure, from, to, values };
}

function split(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

const encoded = (text: string): string => encodeURIComponent(text);
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('cell', 'A value of the cell cannot be read.');
  }
}
