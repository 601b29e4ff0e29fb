import { Problem, problem } from '../../src/schemas/kit/problem';
import type { Services } from '../context/services';
import { Refused, type OutboundAnswer, type OutboundRequest } from '../outbound/outbound';
import { Unanswered } from './unanswered';

export type ProviderServices = Pick<Services, 'log' | 'outbound'>;

/**
 * One call to a provider's API: five seconds at most (TRUST-R21). `read` takes from the JSON what is needed of it; undefined
 * where that is not there. Throws Problem 503 in words, Unanswered where the provider may have done it; its own text stays in the
 * log.
 */
export async function askProvider<T>(
  what: string,
  asked: OutboundRequest,
  services: ProviderServices,
  read: (answer: unknown) => T | undefined,
): Promise<T> {
  const { text } = await reachProvider(what, asked, services);
  const unread = (): Unanswered => new Unanswered(`${what} sent a reply that could not be read.`);
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw unread();
  }
  const wanted = read(answer);
  if (wanted === undefined) throw unread();
  return wanted;
}

/** The provider said no. Its own text is for adapters that know what in it can be shown; the message is for everyone. */
export class ProviderRefusal extends Problem {
  constructor(
    what: string,
    readonly status: number,
    readonly text: string,
    /** Seconds to wait, where the provider asks for it. */
    readonly retryAfter: number | null = null,
  ) {
    super(503, `${what} refused the request (${status}). Please check the provider's settings.`);
    this.name = 'ProviderRefusal';
  }
}

/** Of a Retry-After in seconds; a date is not waited for. */
const secondsIn = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,5}$/.test(header) ? Number(header) : null;

/** Gateways send these when the server behind them failed, which may have done its work. */
const gaveUp = [502, 504];

/** As it came: an answer that may be other than JSON. The address is an administrator's: public ones alone (TRUST-S16). */
export async function reachProvider(
  what: string,
  asked: OutboundRequest,
  { log, outbound }: ProviderServices,
): Promise<OutboundAnswer> {
  let answer: OutboundAnswer;
  try {
    answer = await outbound.send(asked);
  } catch (error) {
    log.warn({ err: error, what }, 'a provider did not answer');
    if (error instanceof Refused && error.why === 'address') throw problem(503, `${what} was not asked. ${error.message}`);
    if (error instanceof Refused && error.wasSent)
      throw new Unanswered(`${what} did not reply. It may still have done what was requested.`);
    throw problem(503, `${what} did not reply. Please try again later.`);
  }
  if (answer.status < 300) return answer;
  log.warn({ what, status: answer.status, answer: answer.text.slice(0, 500) }, 'a provider refused');
  if (gaveUp.includes(answer.status))
    throw new Unanswered(`${what} did not reply properly (${answer.status}). It may still have done what was requested.`);
  throw new ProviderRefusal(what, answer.status, answer.text, secondsIn(answer.headers['retry-after']));
}
