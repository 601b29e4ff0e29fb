/** Conditions on a record's own fields only, so that form and server give the same result. */
export type Condition = { readonly field: string } & (
  | { readonly is: string | number | boolean | null }
  | { readonly in: readonly (string | number)[] }
  | { readonly set: boolean }
  /** One of the value's entries, read as text (custom fields: D-136). */
  | { readonly has: readonly string[] }
);

/** A rule of a schema file that holds while a condition does, or between fields. */
export type When =
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
