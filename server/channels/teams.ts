import type { Services } from '../context/services';
import { Refused } from '../outbound/outbound';

/** A Microsoft Teams channel by its incoming webhook. */
export interface Teams {
  /**
   * The HTTP status of the channel's answer, null for the sandbox. Throws if it rejected the message. Never inside a transaction.
   */
  post(address: string, text: string): Promise<number | null>;
}
/** Names reserved by RFC 2606 lead nowhere: such a URL is the sandbox, which writes the message to the log. */
const reserved = /^https:\/\/([^/?#]+\.)?(example|test|invalid)(\.(com|net|org))?([/?#]|$)/i;

export function teamsOf(address: string, { outbound, log }: Pick<Services, 'outbound' | 'log'>): Teams {
  if (reserved.test(address))
    return {
      async post(_address, text) {
        log.info({ text }, 'sandbox teams');
        return null;
      },
    };
  return {
    async post(url, text) {
      const card = { '@type': 'MessageCard', '@context': 'https://schema.org/extensions', summary: text.slice(0, 100), text };
      const answer = await outbound.send({
        url,
        method: 'POST',
        body: JSON.stringify(card),
        mostBytes: 64 * 1024,
        headers: { 'content-type': 'application/json' },
      });
      if (answer.status < 200 || answer.status > 299)
        throw new Refused('connection', `Teams answered ${answer.status}.`, answer.status);
      return answer.status;
    },
  };
}
