/**
 * One part of a rule about rows, over the record and the person who asks. `is: 'me'`: the field names the person. `my`: a field of
 * the person's own user record, 'team_ids' or 'custom.branch'; of several values one is enough.
 */
export type RowPart =
  | { readonly field: string; readonly is: 'me' | { readonly my: string } | string | number | boolean | null }
  | { readonly field: string; readonly in: readonly (string | number)[] }
  | { readonly field: string; readonly set: boolean }
  | { readonly my: string; readonly is: string | number | boolean }
  | { readonly my: string; readonly in: readonly (string | number)[] }
  | { readonly my: string; readonly set: boolean };

export type RowCondition = RowPart | { readonly all: readonly RowCondition[] } | { readonly any: readonly RowCondition[] };

/**
 * Which rows a person may touch, in addition to `scope`: `read` wherever rows are read, `change` for what is written too. Role 1
 * sees every record.
 */
export interface RowRules {
  readonly read: RowCondition;
  readonly change?: RowCondition;
}

export const partsOf = (condition: RowCondition): readonly RowPart[] =>
  'all' in condition ? condition.all.flatMap(partsOf) : 'any' in condition ? condition.any.flatMap(partsOf) : [condition];

/** The user fields that a part asks for. */
export function mineIn(part: RowPart): string | undefined {
  if ('my' in part) return part.my;
  return 'is' in part && typeof part.is === 'object' && part.is !== null ? part.is.my : undefined;
}
