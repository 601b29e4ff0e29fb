import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { passwordFault } from '../../src/schemas/kit/password-rules';
import { invalid, problem } from '../../src/schemas/kit/problem';

/** TRUST-S11: argon2id with the OWASP minimum, at most as many at a time as there are cores. */
const parameters = { memoryCost: 19456, timeCost: 2, parallelism: 1 };
const current = '$argon2id$v=19$m=19456,t=2,p=1$';
const longestQueue = 64;

/** The text to store for a password. */
export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password, parameters));
}

/** False for a wrong password and for an invalid stored hash. A missing hash takes the same time (TRUST-S10). */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password');
  const against = stored || (await dummy);
  const right = await queued(() => verify(against, password).catch(() => false));
  return right && Boolean(stored);
}

/** Hashed with weaker parameters than today's: store a new hash at the next sign-in. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(current);

/** Throws 422 at `path` unless the password has the right length and is not a common one. */
export function checkNewPassword(password: string, path = 'password'): void {
  const fault = passwordFault(password);
  if (fault) throw invalid(path, fault);
  if (isCommon(password)) throw invalid(path, 'This password is too common. Please choose another one.');
}

let dummy: Promise<string> | undefined;
let running = 0;
const waiting: (() => void)[] = [];

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= availableParallelism()) {
    if (waiting.length >= longestQueue) throw problem(429, 'Too many people are signing in. Please try again in a moment.');
    await new Promise<void>((go) => waiting.push(go));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Common passwords of ten characters and more are short words with digits and signs around them, runs, or repetitions. */
function isCommon(password: string): boolean {
  const plain = password.toLowerCase();
  if (new Set(plain).size <= 3 || runs.some((run) => run.includes(plain.slice(0, 8)))) return true;
  // The end of the word is where the digits and signs after it begin, or later: 'krishn@123' is 'krishna123'.
  const tail = plain.search(/[^a-z]+$/);
  const ends = tail < 0 ? [plain.length] : Array.from({ length: plain.length - tail + 1 }, (_, at) => tail + at);
  const words = [plain, ...ends.map((end) => plain.slice(0, end).replaceAll(/[@0$1!3]/g, (sign) => signs[sign] ?? ''))];
  return words.some((word) => commonRoots.has(half(word.replaceAll(/[^a-z]/g, ''))));
}
const signs: Readonly<Record<string, string>> = { '@': 'a', '0': 'o', $: 's', '1': 'i', '!': 'i', '3': 'e' };
/** 'testtest' is 'test'. */
function half(text: string): string {
  const first = text.slice(0, text.length / 2);
  return first && first + first === text ? first : text;
}
const runs = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  '11223344556677889900',
  '12121212121212',
  '1q2w3e4r5t6y7u8i9o0p',
];
const commonRoots: ReadonlySet<string> = new Set(
  'password passwort passw pass admin administrator welcome qwerty qwertyuiop qwertyui asdfghjkl asdfgh zxcvbnm zxcvbn qwertyasdfgh letmein iloveyou sunshine princess football baseball superman batman monkey dragon master shadow michael jennifer computer internet whatever trustno test testtest testing changeme secret default guest login hello helloworld india bharat mumbai delhi bangalore krishna ganesh sairam jaishreeram omnamahshivaya cricket sachin rahul priya lovely sweetheart samsung google facebook abcdefghij abcdefgh abcabc abc student teacher college school university admission prospectus'.split(
    ' ',
  ),
);
