import { fieldOfPath } from '../../schemas/kit/custom-fields';
import type { ErrorSchema, RJSFSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils';
import type { ResourceChunk } from '../../providers/screens/resource-chunk';
import { checkRecord } from '../../schemas/kit/checks';
import { plainErrors } from '../../schemas/kit/messages';
import type { FieldError } from '../../schemas/kit/problem';
import type { AnyRow } from '../../schemas/kit/resource';
import { pruneHidden, withoutNulls } from '../../schemas/kit/validation-schema';

export type Draft = AnyRow;

/**
 * The draft as it is sent and validated: no nulls, no values of hidden fields, nor of a field that was deleted while the form was
 * open.
 */
export function cleanDraft({ resource }: ResourceChunk, draft: Draft): Draft {
  const { properties } = resource.fields;
  const own = Object.entries(draft).filter(([name]) => Object.hasOwn(properties, name));
  return pruneHidden(resource, withoutNulls(Object.fromEntries(own), properties));
}

/** Every invalid field with a message; the server says the same of the same draft. */
export function formErrors(chunk: ResourceChunk, draft: Draft, skip: readonly string[] = []): FieldError[] {
  const clean = cleanDraft(chunk, draft);
  const errors = [
    ...plainErrors(chunk.resource, chunk.validate(clean)),
    ...checkRecord(chunk.resource, clean),
    ...(chunk.checkCustom?.(clean) ?? []),
  ];
  // Fields that the role's rules hide or lock have the stored value; only the server checks them.
  const closed = new Set([...skip, ...(chunk.resource.locked ?? [])]);
  return errors.filter(({ path }) => !closed.has(path) && !closed.has(fieldOfPath(path)));
}

/** The precompiled validator with the interface that the form library expects, so that the browser compiles nothing. */
export function formValidator(chunk: ResourceChunk, skip: readonly string[]): ValidatorType<Draft, RJSFSchema> {
  return {
    validateFormData: (draft) => {
      const found = formErrors(chunk, draft ?? {}, skip);
      return { errors: found.map(asFormError), errorSchema: errorTree(found) };
    },
    isValid: () => true, // called only for alternatives, which the supported subset of schemas does not have
    rawValidation: () => ({}),
  };
}

/** Errors at the field of the record that shows them: a list or an object shows the errors inside it. */
export function errorTree(errors: readonly FieldError[]): ErrorSchema<Draft> {
  const texts = new Map<string, string[]>();
  for (const { path, message } of errors) texts.set(fieldOfPath(path), [...(texts.get(fieldOfPath(path)) ?? []), message]);
  return Object.fromEntries([...texts].map(([name, __errors]) => [name, { __errors }]));
}

const asFormError = ({ path, message }: FieldError): RJSFValidationError => ({ property: `.${path}`, message, stack: message });
