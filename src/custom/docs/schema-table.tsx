import type { ReactNode } from 'react';
import { resolved, type ApiDocument, type Parameter, type Schema } from './api-document';
import { counted } from '../../schemas/kit/counted';

interface Line {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly about: string;
}

/** Fields with their types and limits, and whether they are required; nested ones in dot notation. */
export function SchemaTable({
  caption,
  schema,
  schemas,
}: {
  caption: string;
  schema: Schema | undefined;
  schemas: ApiDocument['schemas'];
}): ReactNode {
  return <Lines caption={caption} lines={linesOf(resolved(schema, schemas), schemas)} />;
}
export function ParameterTable({ parameters }: { parameters: readonly Parameter[] }): ReactNode {
  const lines = parameters.map(({ name, in: place, required = false, schema, description }) => ({
    name,
    type: `${typeOf(schema)} · ${place}`,
    required,
    about: [description, limitsOf(schema)].filter(Boolean).join('. '),
  }));
  return <Lines caption="Parameters" lines={lines} />;
}

function Lines({ caption, lines }: { caption: string; lines: readonly Line[] }): ReactNode {
  if (!lines.length) return null;
  return (
    <>
      <h3>{caption}</h3>
      <ul className="dc-fields" aria-label={caption}>
        {lines.map(({ name, type, required, about }) => (
          <li key={name}>
            <code>{name}</code>
            {required ? <span className="dc-must">required</span> : null}
            <span className="p-quiet">{type}</span>
            {about ? <p>{about}</p> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

function linesOf(schema: Schema, schemas: ApiDocument['schemas'], prefix = '', depth = 0): Line[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => linesOf(resolved(one, schemas), schemas, prefix, depth)).filter(first);
  const inner = schema.type === 'array' ? resolved(schema.items, schemas) : schema;
  return Object.entries(inner.properties ?? {}).flatMap(([name, given]) => {
    const field = resolved(given, schemas);
    const path = prefix + name;
    const line = {
      name: path,
      type: typeOf(field),
      required: inner.required?.includes(name) ?? false,
      about: [field.title && field.title !== name ? field.title : '', field.description, limitsOf(field)]
        .filter(Boolean)
        .join('. '),
    };
    const below = field.type === 'array' ? resolved(field.items, schemas) : field;
    return depth < 2 && below.properties
      ? [line, ...linesOf(below, schemas, `${path}${field.type === 'array' ? '[]' : ''}.`, depth + 1)]
      : [line];
  });
}
const first = (line: Line, at: number, all: readonly Line[]): boolean => all.findIndex((one) => one.name === line.name) === at;

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const type = [schema.type ?? (schema.enum ? 'choice' : 'any')]
    .flat()
    .filter((one) => one !== 'null')
    .join(' or ');
  if (type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'any'}`;
  return schema.format ? `${type} (${schema.format})` : type;
}

function limitsOf(schema: Schema): string {
  const parts: string[] = [];
  const { enum: values, minimum, maximum, minLength, maxLength } = schema;
  const choices = values?.filter((one) => one !== null).map(String) ?? [];
  if (choices.length)
    parts.push(`One of ${choices.slice(0, 12).join(', ')}${choices.length > 12 ? ` and ${choices.length - 12} more` : ''}`);
  if (minimum !== undefined || maximum !== undefined)
    parts.push(`${minimum ?? ''} to ${maximum ?? ''}`.replace(/^ to /, 'up to ').replace(/ to $/, ' or more'));
  if (maxLength !== undefined) parts.push(`${minLength ? `${minLength} to` : 'up to'} ${counted(maxLength, 'character')}`);
  if (schema.default !== undefined) parts.push(`Without it: ${JSON.stringify(schema.default)}`);
  return parts.join('. ');
}
