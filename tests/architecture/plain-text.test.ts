import type { OutputBundle, OutputChunk } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../scripts/plain-text-plugin.ts';

/** SPEED-B9: the server's files are ASCII, and say what they said before. */
function written(code: string): string {
  const file = { type: 'chunk', fileName: 'server.js', code } as OutputChunk;
  const { generateBundle } = plainText();
  if (typeof generateBundle !== 'function') throw new Error('the plugin has no generateBundle');
  Reflect.apply(generateBundle, undefined, [{}, { 'server.js': file } satisfies OutputBundle, true]);
  return file.code;
}
const read = (code: string): unknown => new Function(`return ${code}`)();

describe('the texts of the server', () => {
  it.each(['"₹ 1,000 – नमस्ते 😀"', '`a ${"é"} ü`', '/^[ऀ-ॿ]+$/u.test("नमस्ते")', '/^😀$/u.test("😀")', '({ größe: 1 }).größe'])(
    'are the same in ASCII: %s',
    (code) => {
      expect(written(code)).toMatch(/^[\0-\x7f]*$/);
      expect(read(written(code))).toEqual(read(code));
    },
  );

  it('are refused where an escape would be read as it is written', () => {
    expect(() => written('String.raw`₹`')).toThrow('without String.raw');
  });
});
