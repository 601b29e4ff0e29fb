import type { ErrorSchema, RJSFSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils';
import { createPrecompiledValidator } from '@rjsf/validator-ajv8';
import type { FormParts, ResourceChunk } from '../../providers/screens/resource-chunk';
import { checkRecord } from '../../schemas/kit/checks';
import { customKey, fieldOfPath } from '../../schemas/kit/custom-fields';
import { plainErrors, type SchemaError } from '../../schemas/kit/messages';
import { derivedFields } from '../../schemas/kit/derived';
import type { FieldError } from '../../schemas/kit/problem';
import type { AnyRow } from '../../schemas/kit/resource';
import { pruneHidden, withoutNulls } from '../../schemas/kit/validation-schema';

export type Draft = AnyRow;

/**
 * The draft as it is sent and validated: no nulls, no values of hidden fields nor those that the save fills in, nor of a field that was deleted while the form was
 * open.
 */
export function cleanDraft({ resource }: Pick<ResourceChunk, 'resource'>, draft: Draft): Draft {
  const { properties } = resource.fields;
  const derived = derivedFields(resource);
  const own = Object.entries(draft).filter(([name]) => Object.hasOwn(properties, name) && !derived.includes(name));
  return pruneHidden(resource, withoutNulls(Object.fromEntries(own), properties));
}

/**
 * The form library's precompiled validator, so that the browser compiles nothing. It knows only the schema that the build compiled;
 * the tenant's custom fields, the checks that no JSON Schema can say, and what an edit leaves alone are added here.
 */
export function formValidator(
  chunk: ResourceChunk,
  { schema, validators }: FormParts,
  skip: readonly string[],
): ValidatorType<Draft, RJSFSchema> {
  const { resource } = chunk;
  const compiled = createPrecompiledValidator<Draft>(validators, schema);
  // Fields that the role's rules hide or lock have the stored value; only the server checks them.
  const closed = new Set([...skip, ...(resource.locked ?? [])]);
  return {
    validateFormData: (draft) => {
      const clean = cleanDraft(chunk, draft ?? {});
      const own = Object.fromEntries(Object.entries(clean).filter(([name]) => customKey(name) === undefined));
      const found = [
        ...plainErrors(resource, compiled.rawValidation<SchemaError>(schema, own).errors ?? []),
        ...checkRecord(resource, clean),
        ...(chunk.checkCustom?.(clean) ?? []),
      ].filter(({ path }) => !closed.has(path) && !closed.has(fieldOfPath(path)));
      return { errors: found.map(asFormError), errorSchema: errorTree(found) };
    },
    isValid: (condition, draft) => compiled.isValid(condition, draft, schema),
    rawValidation: (_, draft) => compiled.rawValidation(schema, draft),
  };
}

/** Errors at the field of the record that shows them: a list or an object shows the errors inside it. */
export function errorTree(errors: readonly FieldError[]): ErrorSchema<Draft> {
  const texts = new Map<string, string[]>();
  for (const { path, message } of errors) texts.set(fieldOfPath(path), [...(texts.get(fieldOfPath(path)) ?? []), message]);
  return Object.fromEntries([...texts].map(([name, __errors]) => [name, { __errors }]));
}

const asFormError = ({ path, message }: FieldError): RJSFValidationError => ({ property: `.${path}`, message, stack: message });
