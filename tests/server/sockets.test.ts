import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, signIn, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await build();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(() => test.close());

/** Writes the text to a fresh connection; returns what comes back until it closes or is silent for `quietMs`. */
function raw(text: string, quietMs = 400): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    const end = (): void => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(quietMs, end);
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.on('close', end);
    socket.on('error', end);
  });
}
const cookiesOf = (who: Browser): string => [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

describe('raw requests', () => {
  it('TRUST-S27 smuggled requests, malformed lines and huge headers get one refusal, and the connection ends', async () => {
    const head = 'POST /api/users/signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const malformed = [
      `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: x\r\n\r\n`,
      `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   `,
      `${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`,
      `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
      'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nX-Bad\0: 1\r\n\r\n',
      'GET / HTTP/1.1\r\n Host: x\r\n\r\n',
      'NONSENSE\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(40_000)}\r\n\r\n`,
    ];
    for (const text of malformed) {
      const answer = await raw(text);
      expect({ text: text.slice(0, 90), answer: answer.slice(0, 12) }).toEqual({
        text: text.slice(0, 90),
        answer: expect.stringMatching(/^HTTP\/1\.1 4/),
      });
      expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
      expect(answer).not.toMatch(/node_modules|at \w+ \(/);
    }
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });

  it('a request line of 20 KB is accepted', async () => {
    const who = await signIn(test, 'admin@northstar.example');
    const body = encodeURIComponent('क'.repeat(2000));
    expect(body.length).toBe(18_000);
    const answer = await fetch(`http://127.0.0.1:${port}/api/savesmstemplate?name=Long&body=${body}`, {
      headers: {
        cookie: cookiesOf(who),
        'x-xsrf-token': who.cookies.get('XSRF-TOKEN')!,
        authorization: `Bearer ${who.token}`,
      },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ code: 200 });
  });

  it('slow bodies of others do not hold up a request', async () => {
    const slow = Array.from({ length: 100 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(
        'POST /api/users/signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
      );
      return socket;
    });
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    for (const socket of slow) socket.destroy();
  });
});

describe('shutdown', () => {
  it('TRUST-R10 finishes the running request, then accepts no more', async () => {
    const leaving = await build();
    await leaving.app.listen({ port: 0, host: '127.0.0.1' });
    const url = `http://127.0.0.1:${(leaving.app.server.address() as AddressInfo).port}`;
    const real = leaving.store.ping;
    let inside: () => void = () => {};
    const entered = new Promise<void>((resolve) => (inside = resolve));
    leaving.store.ping = async () => {
      inside();
      await new Promise((resolve) => setTimeout(resolve, 300));
      await real();
    };
    const running = fetch(`${url}/readyz`);
    await entered;
    const closed = leaving.app.close();
    expect((await running).status).toBe(200);
    await closed;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    leaving.store.ping = real;
    await leaving.store.close();
  });
});
