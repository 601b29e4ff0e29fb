import { useAnswer } from '../../providers/calls/use-call';
import { dataOf } from '../../schemas/kit/call';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
type Content = Readonly<
  Record<string, { readonly schema: Schema; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
>;
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
  readonly 'x-area': string;
  readonly 'x-scope'?: string;
}
export interface PlacedOperation extends Operation {
  readonly method: string;
  readonly path: string;
}
export interface ApiDocument {
  readonly operations: readonly PlacedOperation[];
  readonly schemas: Readonly<Record<string, Schema>>;
}
interface SentDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const openApi = { wire: 'GET openapi.json', data: dataOf<SentDocument>(), bare: true } as const;

/** The live document, with the tenant's own fields. */
export const useApiDocument = () => useAnswer(openApi, {}, documentIn, { staleTime: 60_000 });

function documentIn({ data: { paths, components } }: { readonly data: SentDocument }): ApiDocument {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  return { operations, schemas: components.schemas };
}

export interface Area {
  readonly name: string;
  readonly operations: readonly PlacedOperation[];
}
/** Every typed word must occur in the operation's text, path or area. */
export function areasOf({ operations }: ApiDocument, typed: string): Area[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const areas = new Map<string, PlacedOperation[]>();
  for (const operation of operations) {
    const text =
      `${operation.method} ${operation.path} ${operation.summary} ${operation.tags.join(' ')} ${operation['x-area']}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    areas.set(operation['x-area'], [...(areas.get(operation['x-area']) ?? []), operation]);
  }
  return [...areas].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([name, list]) => ({ name, operations: list }));
}

/** The schema behind a reference, with the parts of `allOf` merged. */
export function resolved(schema: Schema | undefined, schemas: ApiDocument['schemas']): Schema {
  if (!schema) return {};
  if (schema.$ref) return resolved(schemas[schema.$ref.split('/').at(-1)!], schemas);
  if (!schema.allOf) return schema;
  const parts = schema.allOf.map((one) => resolved(one, schemas));
  return {
    type: 'object',
    properties: Object.fromEntries(parts.flatMap((one) => Object.entries(one.properties ?? {}))),
  };
}
export function exampleOf(operation: PlacedOperation): unknown {
  const json = operation.requestBody?.content['application/json'];
  return Object.values(json?.examples ?? {})[0]?.value;
}
