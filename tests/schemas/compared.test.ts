import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorsOf } from '../../server/catalogue/validate';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { defineResource, type AnyResource } from '../../src/schemas/kit/resource';
import { status } from '../../src/schemas/kit/shared-fields';

/** docs/compared.md: its own catalogue works, and the lines that it counts are those of the files. */
const page = readFileSync('docs/compared.md', 'utf8');
const textOf = (product: string): string => readFileSync(`docs/compared/${product}.txt`, 'utf8');

it('the schema file of the comparison starts and refuses what the others refuse', () => {
  const [, literal = ''] = /defineResource\((\{[\s\S]*\})\);/.exec(textOf('prospectus'))!;
  const rooms = defineResource(new Function('status', `return ${literal}`)(status) as never) as AnyResource;
  expect(() => checkResource(rooms)).not.toThrow();
  const wrongIn = (wrong: object): string[] => errorsOf(rooms, { name: 'N-102', capacity: 2, ...wrong }).map(({ path }) => path);
  expect(wrongIn({})).toEqual([]);
  expect(wrongIn({ capacity: 40 })).toEqual(['capacity']);
  expect(wrongIn({ opens: '2026-07-01', closes: '2026-06-01' })).toEqual(['closes']);
});

it.each(['prospectus', 'payload', 'directus', 'django', 'react-admin'])('the lines of %s are those of its file', (product) => {
  const lines = textOf(product)
    .split('\n')
    .filter((line) => line.trim()).length;
  expect(page).toContain(`| [${product}.txt](compared/${product}.txt) | ${lines} |`);
});

it('is not longer than 120 lines', () => {
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});
