import { stripVTControlCharacters } from 'node:util';

/** A build ends with the mistakes of the config and the schema files, a line for each: the bundler would add its own stack. */
export function endBuild(error: unknown): never {
  const lines = error instanceof Error ? (error.name === 'SchemaFault' ? error.message : mistakeIn(error)) : undefined;
  if (lines === undefined) throw error;
  console.error(lines);
  process.exit(1);
}

/** What cannot be read, with its place; what a file throws while it is read, with the file. Lines of a stack are those of compiled code. */
export function mistakeIn({ message, stack = '' }: Error): string | undefined {
  const text = stripVTControlCharacters(message);
  const [, unread] = /^\[PARSE_ERROR\] (.+)$/m.exec(text) ?? [];
  const [, place] = /╭─\[ (.+?:\d+:\d+) \]/.exec(text) ?? [];
  if (unread !== undefined && place !== undefined) return `${place}: cannot be read: ${unread}`;
  const [, file] = /^ +at eval \((.+?):\d+:\d+\)$/m.exec(stack) ?? [];
  return file === undefined ? undefined : `${file}: ${text.split('\n')[0] ?? ''}`;
}
