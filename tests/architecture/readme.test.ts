import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settingsTable } from '../../server/config';

const readme = readFileSync('README.md', 'utf8');

it('README shows the settings as the server declares them (npm run environment writes them)', () => {
  const shown = /<!-- environment[^\n]*-->\n([\s\S]*?)<!-- \/environment -->/.exec(readme)?.[1];
  expect(shown?.trim()).toBe(settingsTable().trim());
});

it('README says of every room what stands there', () => {
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
