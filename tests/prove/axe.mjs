// npm run prove:axe: axe over every page of the product at both widths and in both themes; needs a build.
import { spawnSync } from 'node:child_process';

const run = spawnSync('npx', ['playwright', 'test', 'tests/e2e/accessibility.spec.ts', '--workers=1'], {
  stdio: 'inherit',
  env: { ...process.env, AXE_ALL: '1' },
});
process.exit(run.status ?? 1);
