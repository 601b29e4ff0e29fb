import { isDay } from './day-ranges';
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

/** Throws Problem 422 at the query field `cell`. */
export function readCell(text: string): Cell {
  const [measure = '', from = '', to = '', ...named] = text.split(';');
  if (!isMeasure(measure)) throw invalid('cell', `There is no measure '${measure.slice(0, 40)}'`);
  if (!isDay(from) || !isDay(to)) throw invalid('cell', 'The range of the cell must be two days, such as 2026-03-02');
  return { measure, from, to, values: readValues('cell', named.join(';')) };
}

/** Throws Problem 422 at `field`. */
export function readValues(field: string, text: string): DimensionValues {
  const values: Partial<Record<DimensionId, readonly string[]>> = {};
  for (const one of text.split(';').filter(Boolean)) {
    const [name = '', texts = ''] = split(one);
    if (!isDimension(name)) throw invalid(field, `There is nothing called '${name.slice(0, 40)}' to filter by`);
    values[name] = texts.split(',').map((part) => decoded(field, part));
  }
  return values;
}

function split(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(field: string, text: string): string {
  try {
    const value = decodeURIComponent(text);
    if (!value.includes('\0')) return value;
  } catch {
    // below
  }
  throw invalid(field, 'A value cannot be read');
}
