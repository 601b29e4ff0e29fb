// npm run environment: writes the table of settings, as server/config.ts declares them, into README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';

const { module } = await runnerImport('./server/config.ts', { configFile: false, logLevel: 'error' });
const readme = readFileSync('README.md', 'utf8');
const between = /(<!-- environment[^\n]*-->\n)[\s\S]*?(<!-- \/environment -->)/;
writeFileSync(
  'README.md',
  readme.replace(between, (_, begin, end) => `${begin}${module.settingsTable().trim()}\n${end}`),
);
console.log('README.md: environment table written');
