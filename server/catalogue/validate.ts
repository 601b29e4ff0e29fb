import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { checkRecord } from '../../src/schemas/kit/checks';
import { validationSchema } from '../../src/schemas/kit/draft-schema';
import { plainErrors } from '../../src/schemas/kit/messages';
import { multipleOfPrecision } from '../../src/schemas/kit/multiples';
import { problem, type FieldError } from '../../src/schemas/kit/problem';
import { titleOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import { pruneHidden, withoutNulls, writableFields } from '../../src/schemas/kit/validation-schema';
import { readableMoments } from '../domain/moment-format';

/** Every wrong field of a draft or merged record, in plain words; compiled on the first use of the resource. */
export function errorsOf(resource: AnyResource, record: Readonly<AnyRow>): FieldError[] {
  const draft = pruneHidden(resource, withoutNulls(record, resource.fields.properties));
  const validate = validatorOf(resource);
  const errors = validate(draft) ? [] : plainErrors(resource, validate.errors ?? []);
  return errors.length ? errors.slice(0, 50) : checkRecord(resource, draft);
}

/** Throws code 422 with every wrong field; the first one's sentence is the message. */
export function refuseInvalid(errors: readonly FieldError[]): void {
  if (errors.length) throw problem(422, `${errors[0]!.message}.`.replace('..', '.'), errors);
}

/** Defaults fill read-only fields too; what a client may send is what is validated. */
export function clientsPart(resource: AnyResource, values: Readonly<AnyRow>): AnyRow {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !resource.readOnly?.includes(name)));
}

/** A property nobody declared, or that only the server writes, is named and refused (TRUST-S5). */
export function unknownFields(resource: AnyResource, draft: Readonly<AnyRow>): FieldError[] {
  const writable = new Set(writableFields(resource));
  return Object.keys(draft)
    .filter((name) => !writable.has(name))
    .map((name) => ({
      path: name,
      message: Object.hasOwn(resource.fields.properties, name)
        ? `${titleOf(resource, name)} is calculated and cannot be set`
        : `${name} is not a field here`,
    }));
}

type Validate = ReturnType<Ajv2020['compile']>;
const compiled = new WeakMap<AnyResource, Validate>();
// The options of the browser's precompiled validators (scripts/schema-plugin.ts), so that both give one verdict.
const ajv = new Ajv2020({ allErrors: true, strict: false, multipleOfPrecision });
addFormats(ajv);
readableMoments(ajv);

function validatorOf(resource: AnyResource): Validate {
  const known = compiled.get(resource) ?? ajv.compile(validationSchema(resource));
  compiled.set(resource, known);
  return known;
}
