import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settingsTable } from '../../server/config';

const readme = readFileSync('README.md', 'utf8');

it('README shows the settings as the server declares them (npm run environment writes them)', () => {
  const shown = /<!-- environment[^\n]*-->\n([\s\S]*?)<!-- \/environment -->/.exec(readme)?.[1];
  expect(shown?.trim()).toBe(settingsTable().trim());
});

it('README and npm run prove:node name the versions of Node that package.json allows', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
  const first = [...engines.node.matchAll(/(\d+)\.(\d+)\.0/g)].map(([whole, line, minor]) => ({ whole, line, minor }));
  const short = first.map(({ line, minor }) => (minor === '0' ? line : `${line}.${minor}`));
  expect(/You only need Node: ([^(]*)/.exec(readme)?.[1]?.match(/\d+(\.\d+)?/g)).toEqual(short);
  const proven = /const supported = \[([^\]]*)\]/.exec(readFileSync('tests/prove/node-versions.mjs', 'utf8'))?.[1];
  expect(proven?.match(/[\d.]+/g)).toEqual(first.flatMap(({ whole, line }) => [whole, line]));
});

it('README says what is in every room', () => {
  const rooms = ['src', 'server'].flatMap((side) =>
    readdirSync(side, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [`${side}/${entry.name}`] : [])),
  );
  expect(rooms.filter((room) => !readme.includes(`\`${room}\``))).toEqual([]);
});

it('README names only commands and files that exist', () => {
  const scripts = Object.keys((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts);
  const commands = [...readme.matchAll(/npm run ([a-z:-]+)/g)].map((match) => match[1]!);
  expect(commands.filter((name) => !scripts.includes(name))).toEqual([]);
  const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map((match) => match[1]!).filter((link) => !link.startsWith('http'));
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
});
