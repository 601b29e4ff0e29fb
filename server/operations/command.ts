import { parseArgs } from 'node:util';
import { Problem } from '../../src/schemas/kit/problem';
import { ConfigError } from '../config';
import { CannotStart } from '../store/cannot-start';
import { errorMessage } from '../domain/error-details';

/** One of the operator's commands: `npm run <name> -- --option value`. */
export interface Command {
  /** What it does, in a line. */
  readonly about: string;
  /** By name: a text, or a flag. `about` is what --help prints. */
  readonly options: Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly about: string }>>;
  /** The meaning of an argument without dashes; undefined: not allowed. */
  readonly place?: string;
  run(given: Given): Promise<Outcome>;
}
export interface Given {
  readonly place: string | undefined;
  text(option: string): string | undefined;
  flag(option: string): boolean;
  /** Throws Refused unless it is a whole number from `least`. */
  whole(option: string, fallback: number, least?: number): number;
}
/** The last line that a command prints is built from it. `failures` above 0 ends the process with 1. */
export interface Outcome {
  readonly inputs: object;
  readonly failures: number;
  readonly seed?: number;
}

/** The command was not done, for a reason that the operator reads in one sentence. */
export class Refused extends Error {}

/** Runs it to its one line of JSON; returns the exit code. Whatever goes wrong is one sentence. */
export async function runCommand(name: string, command: Command, args: readonly string[]): Promise<number> {
  const started = performance.now();
  const end = ({ inputs, failures, seed = 0 }: Outcome): void =>
    console.log(JSON.stringify({ name, inputs, failures, seed, seconds: Math.round((performance.now() - started) / 100) / 10 }));
  try {
    const given = givenOf(name, command, args);
    if (!given) return 0;
    const outcome = await command.run(given);
    end(outcome);
    return outcome.failures > 0 ? 1 : 0;
  } catch (error) {
    console.error(sentenceOf(name, error));
    end({ inputs: {}, failures: 1 });
    return error instanceof ConfigError ? 78 : error instanceof CannotStart ? error.exitCode : 1;
  }
}

/** Undefined: help was asked for and printed. */
function givenOf(name: string, { about, options, place }: Command, args: readonly string[]): Given | undefined {
  const known = Object.fromEntries(Object.entries(options).map(([option, { type }]) => [option, { type }]));
  const { values, positionals } = parsed(name, args, { ...known, help: { type: 'boolean' as const } }, place !== undefined);
  if (values['help']) {
    console.log(`npm run ${name}${place ? ` [-- <${place}>]` : ''}: ${about}`);
    for (const [option, one] of Object.entries(options))
      console.log(`  --${`${option}${one.type === 'string' ? ' …' : ''}`.padEnd(18)} ${one.about}`);
    return undefined;
  }
  const text = (option: string): string | undefined => {
    const value = values[option];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    place: positionals[0],
    text,
    flag: (option) => values[option] === true,
    whole(option, fallback, least = 1) {
      const value = text(option);
      if (value === undefined) return fallback;
      if (!/^\d{1,9}$/.test(value) || Number(value) < least)
        throw new Refused(`--${option} must be a whole number from ${least}, not '${value}'.`);
      return Number(value);
    },
  };
}

function parsed(
  name: string,
  args: readonly string[],
  options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>,
  allowPositionals: boolean,
): {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
} {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals });
  } catch (error) {
    const what = errorMessage(error).split(/[.\n]/)[0]!;
    throw new Refused(`${what}. 'npm run ${name} -- --help' names the options.`);
  }
}

function sentenceOf(name: string, error: unknown): string {
  const foreseen = [Refused, ConfigError, CannotStart, Problem].some((kind) => error instanceof kind);
  const text = error instanceof Error ? error.message : String(error);
  return foreseen ? text : `${name} stopped: ${text.split('\n')[0]}`;
}
