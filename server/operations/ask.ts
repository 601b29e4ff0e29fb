import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks for what the options do not say; each answer is a line of standard input, so that a file or a pipe can answer too. */
export interface Asker {
  ask(question: string, fallback?: string): Promise<string>;
  /** Shows nothing of what is typed. */
  askHidden(question: string): Promise<string>;
  close(): void;
}

export function makeAsker(): Asker {
  let quiet = false;
  const terminal = process.stdin.isTTY === true;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!quiet) process.stderr.write(chunk);
      done();
    },
  });
  // Opened at the first question: a command that asks nothing does not touch standard input.
  let reader: { lines: AsyncIterator<string>; input: Interface } | undefined;
  const line = async (): Promise<string> => {
    if (!reader) {
      const input = createInterface({ input: process.stdin, output, terminal });
      reader = { input, lines: input[Symbol.asyncIterator]() };
    }
    return String((await reader.lines.next()).value ?? '').trim();
  };
  return {
    async ask(question, fallback) {
      process.stderr.write(`${question}${fallback ? ` [${fallback}]` : ''}: `);
      return (await line()) || (fallback ?? '');
    },
    async askHidden(question) {
      process.stderr.write(`${question}: `);
      quiet = true;
      const text = await line();
      quiet = false;
      if (terminal) process.stderr.write('\n');
      return text;
    },
    close: () => reader?.input.close(),
  };
}
