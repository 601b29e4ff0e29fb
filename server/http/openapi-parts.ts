import type { Access, Operation as Deed } from '../../src/schemas/kit/access';
import type { Field } from '../../src/schemas/kit/field';

/** The parts of an OpenAPI 3.1 document, as far as this server writes them. */
export interface JsonSchema extends Omit<Field, 'items' | 'properties'> {
  readonly $ref?: string;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
  readonly properties?: JsonSchemas;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly contentMediaType?: string;
  readonly examples?: readonly unknown[];
}
export interface JsonSchemas {
  readonly [name: string]: JsonSchema;
}

export interface Content {
  readonly [type: string]: {
    readonly schema: JsonSchema;
    readonly examples?: { readonly [name: string]: { readonly value: unknown } };
  };
}
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: JsonSchema;
  readonly required?: boolean;
  readonly description?: string;
}
export interface Body {
  readonly required?: boolean;
  readonly content: Content;
}
export interface Answer {
  readonly description: string;
  readonly headers?: { readonly [name: string]: { readonly schema: JsonSchema; readonly description?: string } };
  readonly content: Content;
}
export interface Document {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: {
    readonly securitySchemes: object;
    readonly schemas: JsonSchemas;
  };
}
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly 'x-area': string;
  readonly 'x-access': { readonly operation: Deed; readonly rule: Access };
  readonly 'x-scope'?: string;
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: { readonly [status: string]: Answer };
}
