import { fieldOfPath } from '../../schemas/kit/custom-fields';
import type { ErrorSchema, RJSFSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils';
import type { ResourceChunk } from '../../providers/screens/resource-chunk';
import { checkRecord } from '../../schemas/kit/checks';
import { plainErrors } from '../../schemas/kit/messages';
import type { FieldError } from '../../schemas/kit/problem';
import type { AnyRow } from '../../schemas/kit/resource';
import { pruneHidden, withoutNulls } from '../../schemas/kit/validation-schema';

export type Draft = AnyRow;

/** The draft as it is sent and judged: no nulls, no values of hidden fields, nor of one that went while the form was open. */
export function cleanDraft({ resource }: ResourceChunk, draft: Draft): Draft {
  const { properties } = resource.fields;
  const own = Object.entries(draft).filter(([name]) => Object.hasOwn(properties, name));
  return pruneHidden(resource, withoutNulls(Object.fromEntries(own), properties));
}

/** Every wrong field in the words of a person; the server says the same of the same draft. */
export function verdictOf(chunk: ResourceChunk, draft: Draft, skip: readonly string[] = []): FieldError[] {
  const clean = cleanDraft(chunk, draft);
  const errors = [
    ...plainErrors(chunk.resource, chunk.validate(clean)),
    ...checkRecord(chunk.resource, clean),
    ...(chunk.checkCustom?.(clean) ?? []),
  ];
  // What the role's rules veil or lock is as it is stored, and the server's to judge.
  const closed = new Set([...skip, ...(chunk.resource.locked ?? [])]);
  return errors.filter(({ path }) => !closed.has(path) && !closed.has(fieldOfPath(path)));
}

/** The precompiled validator in the shape the form library asks for: nothing is compiled in the browser. */
export function formValidator(chunk: ResourceChunk, skip: readonly string[]): ValidatorType<Draft, RJSFSchema> {
  return {
    validateFormData: (draft) => {
      const found = verdictOf(chunk, draft ?? {}, skip);
      return { errors: found.map(asFormError), errorSchema: errorTree(found) };
    },
    isValid: () => true, // asked only of alternatives, which the closed subset of schemas does not have
    rawValidation: () => ({}),
  };
}

/** Errors at the field of the record that draws them: a list or an object shows those of its inside. */
export function errorTree(errors: readonly FieldError[]): ErrorSchema<Draft> {
  const texts = new Map<string, string[]>();
  for (const { path, message } of errors) texts.set(fieldOfPath(path), [...(texts.get(fieldOfPath(path)) ?? []), message]);
  return Object.fromEntries([...texts].map(([name, __errors]) => [name, { __errors }]));
}

const asFormError = ({ path, message }: FieldError): RJSFValidationError => ({ property: `.${path}`, message, stack: message });
