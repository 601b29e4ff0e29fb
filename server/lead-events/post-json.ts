import { problem } from '../../src/schemas/kit/problem';
import type { Services } from '../context/services';
import { Refused } from '../outbound/outbound';

/**
 * One JSON body to an address that someone typed; returns the status, 200 to 299 or one of `also`. A Problem 422 is not worth another try (a wrong
 * address, a refusal); any other error is: the job that called is started again.
 */
export async function postJson(
  services: Services,
  to: {
    readonly url: string;
    readonly deliveryId: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly also?: readonly number[];
  },
  body: string,
): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-prospectus-delivery': to.deliveryId, ...to.headers };
  try {
    const { status } = await services.outbound.send({ url: to.url, method: 'POST', headers, body, mostBytes: 64 * 1024 });
    if ((status >= 200 && status < 300) || to.also?.includes(status)) return status;
    if (status >= 400 && status < 500 && status !== 429) throw problem(422, `The URL returned status ${status}.`);
    throw new Error(`The URL returned status ${status}.`);
  } catch (error) {
    if (error instanceof Refused && error.why === 'address') throw problem(422, error.message);
    throw error;
  }
}
