import { describe, expect, it } from 'vitest';
import { calls, resources } from '../../src/schemas/kit/all';
import { wiresOf } from '../../src/schemas/kit/resource';
import { parseWire } from '../../src/schemas/kit/wire';
import { readSources } from '../architecture/imports';

const operations = ['list', 'read', 'create', 'update', 'status', 'delete'] as const;
/** Wires without a contract: a file, and calls that every resource has. */
const withoutContract: readonly string[] = [
  'GET openapi.json',
  'GET res/{resource}/dashboard',
  'GET res/{resource}/deleted',
  'GET res/{resource}/{id}/history',
  'GET res/{resource}/{id}/usage',
  'POST res/{resource}/{id}/duplicate',
  'POST res/{resource}/{id}/restore',
];

describe('a wire written in the code of the browser', () => {
  it('belongs to a contract or a schema file', () => {
    const known = new Set(
      [
        ...calls.flatMap(({ wire }) => [wire].flat()),
        ...resources.flatMap((resource) => [
          ...operations.flatMap((operation) => wiresOf(resource, operation)),
          ...Object.values(resource.lists ?? {}).map(({ wire }) => wire),
          ...Object.values(resource.actions ?? {}).map(({ wire }) => wire),
        ]),
        ...withoutContract,
      ].flatMap(placesOf),
    );
    const written = readSources(['src/custom', 'src/providers', 'src/resources', 'src/ui']).flatMap(({ path, text }) =>
      [...text.matchAll(/(?:wire: |Of<typeof \w+>\(|Row<typeof \w+>\()'([A-Z|]+ [^']+)'/g)].map((match) => ({
        path,
        wire: match[1]!,
      })),
    );
    expect(written.length).toBeGreaterThan(15);
    expect(written.filter(({ wire }) => placesOf(wire).some((place) => !known.has(place)))).toEqual([]);
  });
});

/** Method and path, without the names of placeholders. */
function placesOf(text: string): string[] {
  const { methods, path } = parseWire(text);
  return methods.map((method) => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`);
}
