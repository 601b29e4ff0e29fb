// npm run prove:axe [-- --from 0]: axe over every page of the product at both widths and in both themes; needs a build.
import { spawnSync } from 'node:child_process';

const at = process.argv.indexOf('--from');
const run = spawnSync('npx', ['playwright', 'test', 'tests/e2e/accessibility.spec.ts', '--workers=1'], {
  stdio: 'inherit',
  env: { ...process.env, AXE_ALL: '1', AXE_FROM: at > 0 ? process.argv[at + 1] : '0' },
});
process.exit(run.status ?? 1);
