/**
 * The closed subset of JSON Schema (2020-12) that a resource's `fields` may use, and the TypeScript types that follow
 * from it. What is not validation is a sibling key of the resource (see resource.ts), never a keyword here.
 */

export type JsonTypeName = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';
export type Format = 'email' | 'uri' | 'uri-reference' | 'date' | 'date-time';
export type Scalar = string | number | boolean | null;

export interface Field {
  readonly type?: JsonTypeName | readonly JsonTypeName[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly Scalar[];
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: Format;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly items?: Field;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Fields;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

export interface Fields {
  readonly [name: string]: Field;
}

export interface ObjectSchema {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly additionalProperties: false;
  readonly properties: Fields;
}

/** Keywords a field may hold; the run-time check and the compile-time check read the same list. */
export const fieldKeywords = [
  'type',
  'title',
  'description',
  'enum',
  'default',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'multipleOf',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'properties',
  'required',
  'additionalProperties',
] as const satisfies readonly (keyof Field)[];

/** Turns a misspelt keyword of a field into a compile error at that keyword. */
export type StrictFields<F extends Fields> = {
  readonly [P in keyof F]: F[P] & { readonly [K in Exclude<keyof F[P], keyof Field>]: never };
};

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type ByName<T> = T extends 'string'
  ? string
  : T extends 'number' | 'integer'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'array'
          ? unknown[]
          : T extends 'object'
            ? Record<string, unknown>
            : unknown;

type RequiredNames<S> = S extends { required?: readonly (infer N)[] } ? Extract<N, string> : never;
type ObjectOf<P, N extends string> = Writable<
  { [K in keyof P as K extends N ? K : never]: ValueOf<P[K]> } & {
    [K in keyof P as K extends N ? never : K]?: ValueOf<P[K]> | null;
  }
>;

/** The TypeScript type of a field's value. */
export type ValueOf<F> = F extends { enum: readonly (infer E)[] }
  ? E
  : F extends { type: 'array'; items: infer I }
    ? ValueOf<I>[]
    : F extends { type: 'object'; properties: infer P }
      ? ObjectOf<P, RequiredNames<F>>
      : F extends { type: readonly (infer T)[] }
        ? ByName<T>
        : F extends { type: infer T }
          ? ByName<T>
          : unknown;

/** The TypeScript type of an object schema. Optional properties may also be null, as the database answers them. */
export type ObjectOfSchema<S extends { properties: Fields }> = ObjectOf<S['properties'], RequiredNames<S>>;

/** Characters of one value that a page of a list still shows; what may be longer is left to the record. */
export const mostInList = 20_000;
/** Characters of JSON that a record keeps in a field whose schema sets no bound. */
export const mostJson = 200_000;
/** A text too long for a list: its page leaves it out, the record has it. */
export const isLongText = (field: Field | undefined): boolean => (field?.maxLength ?? 0) > mostInList;

/** JSON whose schema does not say what is in it, at any depth: a list shows such a value only where it is small. */
export function isOpenJson(field: Field | undefined): boolean {
  if (!field || field.enum) return false;
  const types = [field.type ?? []].flat().filter((type) => type !== 'null');
  if (types.length !== 1) return true;
  if (types[0] === 'array') return !field.items || isOpenJson(field.items);
  return types[0] === 'object' && (!field.properties || Object.values(field.properties).some(isOpenJson));
}
