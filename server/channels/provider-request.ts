import { problem } from '../../src/schemas/kit/problem';
import type { Services } from '../http/context';

const deadline = 5000;

/** One call to a provider's API: five seconds at most (TRUST-R21). Throws Problem 503 in words; the provider's own text stays in the log. */
export async function askProvider<T>(
  what: string,
  address: string,
  init: RequestInit,
  { log }: Pick<Services, 'log'>,
): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(deadline) });
  } catch (error) {
    log.warn({ err: error, what }, 'a provider did not answer');
    throw problem(503, `${what} did not answer. Please try again later.`);
  }
  const text = await answer.text();
  if (!answer.ok) {
    log.warn({ what, status: answer.status, answer: text.slice(0, 500) }, 'a provider refused');
    throw problem(503, `${what} refused the request (${answer.status}). Please check the provider's settings.`);
  }
  try {
    return JSON.parse(text) as T;
  } catch {
    throw problem(503, `${what} gave an answer that could not be read.`);
  }
}
