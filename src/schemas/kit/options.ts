/**
 * The key of a record whose resource another field names: `options: { about_id: { by: 'about', of: { lead: 'leads' } } }` is a lead
 * where `about` is 'lead'. `of` has a resource for each choice of that field.
 */
export interface Link<F extends string = string> {
  readonly by: F;
  readonly of: Readonly<Record<string, string>>;
}
/** The texts of another resource's records, kept as they are. */
export interface TextOptions {
  readonly of: string;
  readonly store: 'value';
  readonly where?: Readonly<Record<string, string>>;
}
export type Options<F extends string> = { readonly [name in F]?: TextOptions | Link<F> };

/**
 * A section of form and record page: heading, fields, one line of help. Those with the same `tab` are under one, the others above
 * all tabs.
 */
export interface FieldGroup<F extends string> {
  readonly title: string;
  readonly fields: readonly F[];
  readonly help?: string;
  readonly tab?: string;
}
