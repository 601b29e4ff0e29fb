import type { ListOperator } from './list-query';

/** The operator between field and value, in words. */
export const operatorWords: Readonly<Record<ListOperator, string>> = {
  eq: 'is',
  ne: 'is not',
  gt: 'more than',
  gte: 'from',
  lt: 'less than',
  lte: 'up to',
  between: 'within',
  nbetween: 'not within',
  contains: 'contains',
  ncontains: 'does not contain',
  containss: 'contains (same case)',
  ncontainss: 'does not contain (same case)',
  startswith: 'starts with',
  nstartswith: 'does not start with',
  startswiths: 'starts with (same case)',
  nstartswiths: 'does not start with (same case)',
  endswith: 'ends with',
  nendswith: 'does not end with',
  endswiths: 'ends with (same case)',
  nendswiths: 'does not end with (same case)',
  ina: 'has all of',
  nina: 'has not all of',
  null: 'is empty',
  nnull: 'is not empty',
};
