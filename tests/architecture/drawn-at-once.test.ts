import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const rooms = readdirSync('src/custom').filter((room) => existsSync(`src/custom/${room}/screen.ts`));
const texts = (room: string): [string, string][] =>
  readdirSync(`src/custom/${room}`)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(`src/custom/${room}/${file}`, 'utf8')]);

/** Drawn by a click within its page, which is there already. */
const within = ['reports/follow-up-list.tsx'];

describe('SPEED-F8 a page that is opened for the first time', () => {
  it('is not held back by React for 300 ms, because its resource comes with its code', () => {
    const used = rooms.flatMap((room) =>
      texts(room).flatMap(([file, text]) =>
        [...text.matchAll(/useResourceNow\('([\w-]+)'/g)].map(([, resource]) => ({ room, file, resource: resource! })),
      ),
    );
    expect(used.length).toBeGreaterThan(10);
    const late = used.filter(({ room, file, resource }) => {
      const declared = texts(room).filter(([name]) => /^(screen|lead-tab)\.ts$/.test(name));
      return (
        !declared.some(([, text]) => new RegExp(`(resource: |loadResource\\()'${resource}'`).test(text)) &&
        !within.includes(`${room}/${file}`)
      );
    });
    expect(late).toEqual([]);
  });
});
