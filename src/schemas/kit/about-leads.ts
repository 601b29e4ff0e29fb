/**
 * A record about a lead is seen through it, or says in `apart` why not (TRUST-S34). `same`: fields that
 * repeat fields of the lead; what a role's rules hide or mask there, they hide or mask here. `whose`: without a reference to a
 * lead, whose phone numbers and emails these are.
 */
export interface LeadData<Name extends string> {
  readonly same?: { readonly [F in Name]?: readonly string[] };
  readonly apart?: string;
  readonly whose?: string;
}
