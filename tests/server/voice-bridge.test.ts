import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpVoice } from '../../server/channels/http-voice';
import { Unanswered } from '../../server/channels/unanswered';
import type { Voice } from '../../server/channels/voice';
import { makeOutbound } from '../../server/outbound/make-outbound';

let bridge: Server;
let voice: Voice;
let answer: unknown;
beforeAll(async () => {
  bridge = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
  );
  await new Promise<void>((go) => bridge.listen(0, '127.0.0.1', go));
  const { port } = bridge.address() as AddressInfo;
  const none = (): void => {};
  voice = httpVoice(
    { id: 'voice', name: 'http', settings: { endpoint: `http://127.0.0.1:${port}` }, credentials: { key: 'a', secret: 'b' } },
    { log: { info: none, warn: none, error: none }, outbound: makeOutbound({ allow: [`127.0.0.1:${port}`] }) },
  );
});
afterAll(() => bridge.close());

const stateOf = async (given: unknown, providerId: string | null): Promise<unknown> => {
  answer = given;
  return voice.fileState({ id: 'vf', name: 'Hello', providerId });
};
const balanceOf = async (given: unknown): Promise<unknown> => {
  answer = given;
  return voice.balance(0);
};

it('a recording keeps its known id when the bridge names none', async () => {
  expect(await stateOf({ approval: 'pending' }, null)).toEqual({ approval: 'pending', providerId: null });
  expect(await stateOf({ approval: 'approved' }, 'P-7')).toEqual({ approval: 'approved', providerId: 'P-7' });
  expect(await stateOf({ approval: 'rejected', providerId: 7, rejectedReason: 'Too long' }, null)).toEqual({
    approval: 'rejected',
    providerId: '7',
    rejectedReason: 'Too long',
  });
  await expect(stateOf({ approval: 'perhaps' }, null)).rejects.toThrow(Unanswered);
});

it('a balance is a number or a numeric text, with or without a currency', async () => {
  expect(await balanceOf({ balance: 120.5, currency: 'INR' })).toEqual({ balance: 120.5, currency: 'INR' });
  expect(await balanceOf({ balance: '120.50' })).toEqual({ balance: 120.5 });
  await expect(balanceOf({ balance: 'none' })).rejects.toThrow(Unanswered);
});
