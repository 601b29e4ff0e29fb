import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { Shape } from '../../src/schemas/kit/call';
import { plainErrors } from '../../src/schemas/kit/messages';
import { problem } from '../../src/schemas/kit/problem';
import type { AnyResource } from '../../src/schemas/kit/resource';

const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: false });
// CommonJS: under a bundler the function is the module itself, under Node its default.
type AddFormats = (ajv: Ajv2020, formats: string[]) => void;
const addFormats = ((addFormatsModule as { default?: unknown }).default ?? addFormatsModule) as AddFormats;
addFormats(ajv, ['email', 'uri', 'uri-reference', 'date', 'date-time']);

/**
 * A check of a call's query or body, compiled at its first use. It fills defaults in the value and throws 422 with one
 * {path, message} a field; an unknown property is refused by name unless the shape allows more (D-146).
 */
export function checkerOf(shape: Shape): (value: Record<string, unknown>) => Record<string, unknown> {
  let validate: ValidateFunction | undefined;
  // The words are those of resources: a shape is read as the fields of one.
  const named = {
    name: 'call',
    label: 'Call',
    access: 'nobody',
    fields: { ...shape, additionalProperties: false },
  } as AnyResource;
  return (value) => {
    validate ??= ajv.compile({ additionalProperties: false, ...shape });
    if (validate(value)) return value;
    const errors = plainErrors(named, validate.errors ?? []);
    throw problem(422, errors[0]?.message ?? 'Please check the values.', errors);
  };
}
