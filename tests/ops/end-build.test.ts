import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { expect, it } from 'vitest';
import { mistakeIn } from '../../scripts/end-build';

it.each([
  ['that cannot be read', 'export default { extensions: [ };', /config\.ts:1:\d+: cannot be read: Unexpected token$/],
  ['that throws', "throw new Error('boom');", /config\.ts: boom$/],
])('a config or schema file %s ends the build with one line', async (_, text, says) => {
  const file = join(mkdtempSync(join(tmpdir(), 'a config ')), 'config.ts');
  writeFileSync(file, text);
  const error: unknown = await runnerImport(file).catch((thrown: unknown) => thrown);
  const line = error instanceof Error ? mistakeIn(error) : undefined;
  expect(line).toMatch(says);
  expect(line).not.toContain('\n');
});
