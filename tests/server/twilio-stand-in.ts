import { createServer, type Server } from 'node:http';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { edit } from '../support/app';
import type { DialWorld } from '../leads/dial-world';

export interface Asked {
  readonly path: string;
  readonly form: URLSearchParams;
  readonly authorization: string;
}
export const [account, token] = ['AC0123456789', 'an-auth-token'];
export const mp3 = Buffer.from([0xff, 0xfb, 0x90, 0x00, 1, 2, 3, 4]);

/** Twilio's Voice API as its public reference describes it, on a server on this machine: calls, conferences, participants, recordings. */
export class TwilioStandIn {
  readonly asked: Asked[] = [];
  /** The provider's id of the last placed call, and of the last conference. */
  sid = '';
  conference = '';
  /** Answers requests whose path ends so with this status. */
  refuse: { readonly status: number; readonly path?: string } | undefined;
  /** Happens once between the next request and its answer. */
  meanwhile: (() => Promise<unknown>) | undefined;
  /** What each line cost, as the Call resource says it: a text, negative; null until it is known. */
  price: string | null = null;
  /** Accepts requests and never answers them. */
  silent = false;
  base = '';
  private placed = 0;
  private readonly server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', async () => {
      const path = (request.url ?? '').replace(`/2010-04-01/Accounts/${account}/`, '');
      const [, line] = request.method === 'GET' ? (/^Calls\/(CA\w+)\.json$/.exec(path) ?? []) : [];
      if (line !== undefined)
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ sid: line, status: 'completed', duration: '33', price: this.price, price_unit: 'USD' }));
      this.asked.push({ path, form: new URLSearchParams(body), authorization: request.headers.authorization ?? '' });
      const meanwhile = this.meanwhile;
      this.meanwhile = undefined;
      await meanwhile?.();
      if (this.silent) return void request.socket.destroy();
      if (this.refuse && path.includes(this.refuse.path ?? ''))
        return void response
          .writeHead(this.refuse.status, { 'content-type': 'application/json' })
          .end('{"message":"no credit for secret-account"}');
      if (path.endsWith('.mp3')) return void response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(mp3);
      const answer = (status: number, json: object): void =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
      if (path === 'Calls.json') {
        this.sid = id('CA', ++this.placed);
        return answer(201, { sid: this.sid, status: 'queued' });
      }
      if (path.endsWith('/Participants.json')) {
        this.sid = id('CA', ++this.placed);
        this.conference ||= id('CF', this.placed);
        return answer(201, { call_sid: this.sid, conference_sid: this.conference, status: 'queued' });
      }
      return answer(200, { status: 'in-progress' });
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.base = `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
  /** Makes it the tenant's provider, and gives the counsellor a telephone. */
  async serve(world: DialWorld): Promise<void> {
    Object.assign(world.test.services, { outbound: makeOutbound({ allow: [new URL(this.base).host] }) });
    const saved = await world.post(world.admin, 'res/provider-settings', {
      channel: 'telephony',
      provider: 'twilio',
      settings: { endpoint: this.base, account, sender: '+918035551234' },
      credentials: { key: account, secret: token },
    });
    if (!saved['id']) throw new Error(JSON.stringify(saved));
    await edit(
      world.test,
      world.tenant,
      `update "users" set "phone" = '+919000000001' where "id" = '${world.counsellor.userId}'`,
    );
  }
  last(): { path: string; form: Record<string, string> } {
    const { path, form } = this.asked.at(-1)!;
    return { path, form: Object.fromEntries(form) };
  }
}
const id = (kind: string, n: number): string => `${kind}${n.toString(16).padStart(32, '0')}`;
