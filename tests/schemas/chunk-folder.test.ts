import { expect, it } from 'vitest';
import { folderOf } from '../../scripts/schema-plugin';
import { kindsOnDemand } from '../../src/kinds/every-kind';
import { validationSchema } from '../../src/schemas/kit/draft-schema';
import { cities } from '../../src/schemas/settings/cities';
import { streams } from '../../src/schemas/settings/streams';

it('the folder of the browser’s resource files has another name when a resource or what its form is checked with changes', () => {
  const names = [
    folderOf({ resources: [streams], validationSchema, kindsOnDemand }),
    folderOf({ resources: [cities], validationSchema, kindsOnDemand }),
    folderOf({ resources: [{ ...streams, label: 'Branch' }], validationSchema, kindsOnDemand }),
    folderOf({
      resources: [streams],
      validationSchema: (resource) => ({ ...validationSchema(resource), minProperties: 1 }),
      kindsOnDemand,
    }),
  ];
  expect(new Set(names).size).toBe(names.length);
  expect(folderOf({ resources: [streams], validationSchema, kindsOnDemand })).toBe(names[0]);
});
