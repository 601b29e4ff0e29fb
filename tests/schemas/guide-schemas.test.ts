import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import '../../src/kinds/every-kind';
import { resources } from '../../src/schemas/kit/all';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { checkTogether } from '../../src/schemas/kit/check-together';
import { deskNotes } from '../fixtures/desk-notes';

/** Guides whose schema file is a fixture that other tests run: what is printed there is what was tried. */
const guides = [['link-records', 'desk-notes', deskNotes]] as const;

describe.each(guides)('docs/guides/%s.md', (guide, file, resource) => {
  const text = readFileSync(`docs/guides/${guide}.md`, 'utf8');

  it('shows the file that the tests run', () => {
    const [, shown = ''] = /```ts\n([\s\S]+?)```/.exec(text) ?? [];
    const own = readFileSync(`tests/fixtures/${file}.ts`, 'utf8').replaceAll('../../src/schemas/kit/', '../kit/');
    expect(shown.trim()).toBe(own.trim());
  });

  it('has at most sixty lines', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });

  it('is a file that starts', () => {
    checkResource(resource);
    checkTogether([...resources, resource]);
  });
});
