import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

/** SQL keywords that have no other meaning in capitals. */
const shouted =
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|VALUES|RETURNING|ON CONFLICT|ORDER BY|GROUP BY|IS NULL|IS NOT NULL|COALESCE|(CREATE|ALTER|DROP) TABLE|(LEFT|INNER) JOIN)\b/;
/** A text that a user types into a form, and a privilege as the database spells it. */
const quoted: readonly string[] = [`"Robert'); DROP TABLE leads;--",`, 'expect(other).toBe(`look_up ${lookUpRole} SELECT`);'];

it('SQL is written in lower case', () => {
  const files = ['server', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const found = files
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\/\.|sql-case\.test/.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, at) => (shouted.test(code(line)) ? [`${file}:${at + 1} ${line.trim()}: write SQL in lower case`] : [])),
    );
  expect(found).toEqual([]);
});

const code = (line: string): string =>
  /^\s*(\/\/|\/?\*)/.test(line) || quoted.some((text) => line.includes(text)) ? '' : line.replace(/ \/\/ .*$/, '');
