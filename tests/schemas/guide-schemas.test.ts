import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import '../../src/kinds/every-kind';
import { resources } from '../../src/schemas/kit/all';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { checkTogether } from '../../src/schemas/kit/check-together';
import { bedRequests } from '../fixtures/bed-requests';
import { deskNotes } from '../fixtures/desk-notes';

/**
 * Guides whose schema file is a fixture that other tests run: links.test.ts, row-rules.test.ts, dashboard.test.ts, form-tabs.test.tsx.
 * What is printed there is what was tried.
 */
const guides = [
  ['link-records', 'desk-notes', deskNotes],
  ['row-rules', 'bed-requests', bedRequests],
  ['form-tabs', 'bed-requests', bedRequests],
  ['dashboards', 'bed-requests', bedRequests],
] as const;

describe.each(guides)('docs/guides/%s.md', (guide, file, resource) => {
  const text = readFileSync(`docs/guides/${guide}.md`, 'utf8');

  it('shows what the tests run', () => {
    const own = readFileSync(`tests/fixtures/${file}.ts`, 'utf8').replaceAll('../../src/schemas/kit/', '../kit/');
    const shown = [...text.matchAll(/```ts\n([\s\S]+?)```/g)].map(([, block = '']) => block.trimEnd());
    expect(shown.length).toBeGreaterThan(0);
    for (const block of shown) expect(own).toContain(block);
  });

  it('has at most sixty lines', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });

  it('is a file that starts', () => {
    checkResource(resource);
    checkTogether([...resources, resource]);
  });
});
