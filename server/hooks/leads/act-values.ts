import type { ActValues } from '../../context/hooks';
import { invalid } from '../../../src/schemas/kit/problem';

/** Different texts of a list, at most so many and none longer than `longest`; [] where it is not sent. Throws Problem 422. */
export function textsIn(values: Readonly<ActValues>, field: string, most: number, longest = 26): string[] {
  const sent = values[field] ?? [];
  if (!Array.isArray(sent) || sent.length > most) throw invalid(field, `Choose up to ${most}`);
  const texts = sent.map((one) => (typeof one === 'string' ? one.trim() : ''));
  if (texts.some((one) => one === '' || one.length > longest))
    throw invalid(field, `Each must be a text of 1 to ${longest} characters`);
  return [...new Set(texts)];
}

/** A text without spaces around it; undefined where none is sent. Throws Problem 422. */
export function textIn(values: Readonly<ActValues>, field: string, longest: number): string | undefined {
  const sent = values[field] ?? '';
  if (typeof sent !== 'string' || sent.length > longest) throw invalid(field, `Enter up to ${longest} characters`);
  return sent.trim() || undefined;
}

/** An ISO time; undefined where none is sent. Throws Problem 422. */
export function timeIn(values: Readonly<ActValues>, field: string): string | undefined {
  const text = textIn(values, field, 40);
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalid(field, 'Choose a date and time');
  return new Date(time).toISOString();
}
