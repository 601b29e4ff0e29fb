import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { resourceNamed } from '../../src/schemas/kit/all';
import { validationSchema } from '../../src/schemas/kit/validation-schema';

/** A manifest without pages, whose resources are compiled when they are asked for. */
export const manifest = [];
export const loadChunk = async (name: string) => {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  (addFormats as unknown as (ajv: unknown) => void)(ajv);
  const compiled = ajv.compile(validationSchema(resourceNamed(name)) as object);
  return {
    resource: resourceNamed(name),
    validate: (draft: object) => (compiled(draft) ? [] : (compiled.errors ?? [])),
  };
};
