import type { Plugin } from 'vite';

const beyondAscii = /[^\0-\x7f]/g;

/**
 * Writes the server's files in ASCII: of a file with one sign that Latin-1 does not know, V8 keeps every sign in two bytes (SPEED-B9).
 * Throws where a raw template has such a sign, since there an escape is not read as one.
 */
export function plainText(): Plugin {
  return {
    name: 'plain-text',
    applyToEnvironment: ({ name }) => name === 'ssr',
    renderChunk(code, { fileName }) {
      const raw = /String\.raw`[^`]*[^`\0-\x7f][^`]*`/.exec(code);
      if (raw) this.error(`${fileName}: write ${raw[0].slice(0, 60)} without String.raw, or with escapes`);
      const escaped = code.replaceAll(beyondAscii, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
      return { code: escaped, map: null };
    },
  };
}
