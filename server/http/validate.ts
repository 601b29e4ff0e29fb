import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Shape } from '../../src/schemas/kit/call';
import { plainErrors } from '../../src/schemas/kit/messages';
import { problem } from '../../src/schemas/kit/problem';
import type { AnyResource, AnyRow } from '../../src/schemas/kit/resource';
import { readableMoments } from '../domain/moment-format';

const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: false });
addFormats(ajv, ['email', 'uri', 'uri-reference', 'date', 'date-time']);
readableMoments(ajv);

/**
 * A check of a call's query or body, compiled at its first use. It fills defaults in the value and throws 422 with one
 * {path, message} a field; an unknown property is refused by name unless the shape allows more (D-146).
 */
export function checkerOf(shape: Shape): (value: AnyRow) => AnyRow {
  let validate: ValidateFunction | undefined;
  // The words are those of resources: a shape is read as the fields of one.
  const named: AnyResource = {
    name: 'call',
    label: 'Call',
    access: 'nobody',
    fields: { ...shape, additionalProperties: false },
  };
  return (value) => {
    validate ??= ajv.compile({ additionalProperties: false, ...shape });
    if (validate(value)) return value;
    const errors = plainErrors(named, validate.errors ?? []);
    throw problem(422, errors[0]?.message ?? 'Please check the values.', errors);
  };
}
