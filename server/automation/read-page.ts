import { invalid } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';

/** `page_number` and `limit` of a list that is not a resource's own: the first ten rows unless said, at most a hundred. */
export function readPage(query: Context['query']): { limit: number; offset: number } {
  const limit = whole(query, 'limit', 10, 100);
  const page = whole(query, 'page_number', 1, 1000);
  return { limit, offset: (page - 1) * limit };
}

function whole(query: Context['query'], name: string, otherwise: number, most: number): number {
  const given = query[name];
  if (given === undefined || given === '') return otherwise;
  const value = Number(given);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw invalid(name, `${name} must be a whole number from 1 to ${most}`);
  return value;
}
