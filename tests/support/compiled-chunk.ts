import { hashForSchema, type RJSFSchema } from '@rjsf/utils';
import type { ValidatorFunctions } from '@rjsf/validator-ajv8';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { validatorsCode } from '../../scripts/schema-plugin';
import type { FormParts, ResourceChunk } from '../../src/providers/screens/resource-chunk';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { validationSchema } from '../../src/schemas/kit/draft-schema';

/** A resource's chunk with the validators as the build would compile them. */
export function compiledChunk(resource: AnyResource): ResourceChunk {
  const schema: RJSFSchema = JSON.parse(JSON.stringify(validationSchema(resource)));
  const validators: ValidatorFunctions = {};
  compileFunction(validatorsCode(schema), ['exports', 'require'])(validators, createRequire(import.meta.url));
  const whole = validators[hashForSchema(schema)]!;
  const parts: FormParts = { schema, validators, validate: (draft) => (whole(draft) ? [] : (whole.errors ?? [])) };
  return { resource, form: parts };
}
