/** One field of the record, compared with what the file says. */
export type FieldCondition = { readonly field: string } & (
  | { readonly is: string | number | boolean | null }
  | { readonly in: readonly (string | number)[] }
  | { readonly set: boolean }
  /** One of the value's entries, read as text (custom fields: D-136). */
  | { readonly has: readonly string[] }
);

/** Conditions on a record's own fields only, so that form and server give the same result. */
export type Condition = FieldCondition | { readonly all: readonly Condition[] } | { readonly any: readonly Condition[] };

/** A rule that holds while a condition does, or between fields. */
export type Rule =
  | { readonly if: Condition; readonly require: readonly string[] }
  | { readonly if: Condition; readonly show: readonly string[] }
  | {
      readonly if: Condition;
      readonly then: {
        readonly field: string;
        readonly pattern?: string;
        readonly minimum?: number;
        readonly maximum?: number;
        readonly message?: string;
      };
    }
  | { readonly oneOf: readonly string[]; readonly message: string }
  | { readonly notBefore: readonly [later: string, earlier: string] };

/** A rule of a schema file. With `within` it holds for each row of that list, or inside that object: its fields are theirs. */
export type When = Rule & { readonly within?: string };

/** The fields that a condition compares. */
export const fieldsOf = (condition: Condition): readonly string[] =>
  'all' in condition ? condition.all.flatMap(fieldsOf) : 'any' in condition ? condition.any.flatMap(fieldsOf) : [condition.field];

/** Every field that a rule names. */
export function namesIn(rule: Rule): readonly string[] {
  if ('oneOf' in rule) return rule.oneOf;
  if ('notBefore' in rule) return rule.notBefore;
  if ('then' in rule) return [...fieldsOf(rule.if), rule.then.field];
  return [...fieldsOf(rule.if), ...('require' in rule ? rule.require : rule.show)];
}
