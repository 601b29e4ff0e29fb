import type { Fields } from './field';
import type { AnyResource } from './resource';
import { failAt, Faults, instead } from './schema-fault';

/** The labels of one resource in another language or another trade's words; what is left out stays as the schema file says it. */
export interface Translation<R extends AnyResource = AnyResource> {
  readonly label?: string;
  readonly plural?: string;
  readonly menu?: { readonly entry?: string; readonly tab?: string };
  readonly fields?: { readonly [F in keyof R['fields']['properties']]?: string };
  /** The values of a choice: `{ block: { North: 'उत्तर' } }`. */
  readonly choices?: { readonly [F in keyof R['fields']['properties']]?: Readonly<Record<string, string>> };
}
/** By the name of the resource: `export const translations` of an extension's `translations/hi.ts`. */
export type Translations = Readonly<Record<string, Translation>>;

/** The resources with these labels, each with its place. Reports what names no resource or field. */
export function translated(
  places: ReadonlyMap<AnyResource, string>,
  files: Readonly<Record<string, { readonly translations?: Translations }>>,
  faults: Faults,
): Map<AnyResource, string> {
  const names = [...places.keys()].map(({ name }) => name);
  const words = new Map<string, [file: string, Translation]>();
  for (const [file, { translations = {} }] of Object.entries(files))
    for (const [name, translation] of Object.entries(translations))
      faults.try(() => {
        if (!names.includes(name)) failAt(file)(name, `there is no resource of that name; ${instead(name, names)}`);
        const [first] = words.get(name) ?? [];
        if (first) failAt(file)(name, `${first} has labels of that resource too; keep them in one file`);
        words.set(name, [file, translation]);
      });
  const result = new Map<AnyResource, string>();
  for (const [resource, place] of places) {
    const [file, own] = words.get(resource.name) ?? [];
    if (file && own) faults.try(() => checkFields(resource, own, file));
    result.set(own ? withWords(resource, own) : resource, place);
  }
  return result;
}

function checkFields({ name, fields }: AnyResource, { fields: titles = {}, choices = {} }: Translation, file: string): void {
  const known = Object.keys(fields.properties);
  for (const field of [...Object.keys(titles), ...Object.keys(choices)])
    if (!known.includes(field)) failAt(file)(`${name}.${field}`, `is not a field; ${instead(field, known)}`);
  for (const [field, labels = {}] of Object.entries(choices)) {
    const { enum: own, items } = fields.properties[field] ?? {};
    const values = (own ?? items?.enum ?? []).map(String);
    for (const value of values.length ? Object.keys(labels) : [])
      if (!values.includes(value)) failAt(file)(`${name}.${field}`, `'${value}' is not a choice; ${instead(value, values)}`);
  }
}

function withWords(resource: AnyResource, { label, plural, menu, fields = {}, choices = {} }: Translation): AnyResource {
  const properties: Fields = Object.fromEntries(
    Object.entries(resource.fields.properties).map(([name, field]) => [
      name,
      fields[name] === undefined ? field : { ...field, title: fields[name] },
    ]),
  );
  const ui = { ...resource.ui };
  for (const [name, labels = {}] of Object.entries(choices))
    ui[name] = { ...ui[name], labels: { ...ui[name]?.labels, ...labels } };
  return {
    ...resource,
    ...(label === undefined ? {} : { label }),
    ...(plural === undefined ? {} : { plural }),
    ...(menu && resource.menu ? { menu: { ...resource.menu, ...menu } } : {}),
    fields: { ...resource.fields, properties },
    ui,
  };
}
