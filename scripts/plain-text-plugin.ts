import type { Plugin } from 'vite';

/**
 * Writes the server's files in ASCII: of a file with one sign that Latin-1 does not know, V8 keeps every sign in two bytes (SPEED-B9).
 * Throws where a raw template has such a sign, since there an escape is not read as one.
 */
export function plainText(): Plugin {
  return {
    name: 'prospectus-plain-text',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escaped(file.fileName, file.code);
    },
  };
}

function escaped(name: string, code: string): string {
  const raw = /String\.raw`[^`]*[^`\0-\x7f][^`]*`/.exec(code);
  if (raw) throw new Error(`${name}: write ${raw[0].slice(0, 60)} without String.raw, or with escapes`);
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
