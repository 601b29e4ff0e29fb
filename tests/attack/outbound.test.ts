import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { Refused } from '../../server/outbound/outbound';
import { isPublic } from '../../server/outbound/public-address';

/** A server on this machine that nobody outside may reach through the product; it counts its visits. */
let canary: Server;
let port: number;
let visits = 0;
beforeAll(async () => {
  canary = createServer((request, response) => {
    visits++;
    const path = request.url ?? '/';
    if (path === '/inside') response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
    else if (path === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (path === '/once') response.writeHead(301, { location: '/' }).end();
    else if (path === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/html' }).end(bomb);
    else if (path === '/silent') return;
    else if (path === '/slow') {
      response.writeHead(200, { 'content-type': 'text/html' });
      const drip = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(drip));
    } else if (path === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello'));
    else response.writeHead(200, { 'content-type': 'text/html' }).end('fine');
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  port = (canary.address() as { port: number }).port;
});
afterAll(() => new Promise((resolve) => (canary.closeAllConnections(), canary.close(resolve))));
const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));

const why = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'answered';
  } catch (error) {
    return error instanceof Refused ? error.why : `threw ${String(error)}`;
  }
};

describe('TRUST-S16 the outbound client', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.1',
    '017700000001',
    '127.0.0.1.',
    '0',
    '0.0.0.0',
    '127.255.255.254',
    '10.0.0.1',
    '10.255.1.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '169.254.0.1',
    '100.64.0.1',
    '100.127.1.1',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[0:0:0:0:0:0:0:1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2002:c0a8:0101::1]',
    '[2001:0:1::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
  ];

  it('reaches no private address, however it is written, on its own port or the usual ones', async () => {
    const outbound = makeOutbound();
    const before = visits;
    const wrong: string[] = [];
    for (const host of hosts)
      for (const url of [`http://${host}/`, `https://${host}/`, `http://${host}:${port}/`, `http://user@${host}/`]) {
        const what = await why(outbound.send({ url, seconds: 2 }));
        if (what !== 'address') wrong.push(`${url}: ${what}`);
      }
    expect(wrong).toEqual([]);
    expect(hosts.length * 4).toBeGreaterThanOrEqual(120);
    expect(visits).toBe(before);
  });

  it('resolves a name when connecting, and refuses a name with even one private address', async () => {
    const answers: Record<string, string[]> = {
      'mixed.example': ['93.184.216.34', '127.0.0.1'],
      'inside.example': ['10.1.1.1'],
      'none.example': [],
    };
    const outbound = makeOutbound({ resolve: async (host) => answers[host] ?? ['127.0.0.1'] });
    for (const host of [...Object.keys(answers), 'any.example'])
      expect(await why(outbound.send({ url: `http://${host}/` }))).toBe('address');
    expect(visits).toBe(0);
  });

  it('is not lured inside by a name that changes (rebinding): it connects to the address that it checked', async () => {
    let asked = 0;
    const outbound = makeOutbound({ resolve: async () => [++asked === 1 ? '93.184.216.34' : '127.0.0.1'] });
    await why(outbound.send({ url: 'http://rebind.example/', seconds: 1 }));
    expect(asked).toBe(1);
    expect(await why(outbound.send({ url: 'http://rebind.example/', seconds: 1 }))).toBe('address');
    expect(visits).toBe(0);
  });

  it('does not call the product itself, with any protocol, spelling or redirect: a webhook cannot loop back', async () => {
    let asked = 0;
    const options = { own: 'https://crm.example', resolve: async () => (asked++, ['93.184.216.34']) };
    const outbound = makeOutbound({ ...options, allow: ['crm.example'] });
    for (const url of [
      'https://crm.example/api/res/leads',
      'http://crm.example/',
      'https://CRM.example:443/',
      'https://crm.example./',
    ])
      await expect(outbound.send({ url })).rejects.toThrow('The URL belongs to this product itself.');
    expect(asked).toBe(0);
    const before = visits;
    const led = makeOutbound({
      own: `http://127.0.0.1:${port}`,
      allow: [`door.example:${port}`],
      resolve: async () => ['127.0.0.1'],
    });
    await expect(led.send({ url: `http://door.example:${port}/inside`, redirects: 3 })).rejects.toThrow(
      'The URL belongs to this product itself.',
    );
    expect(visits).toBe(before + 1);
  });

  it('supports only http and https', async () => {
    const outbound = makeOutbound();
    for (const url of [
      'file:///etc/passwd',
      'ftp://example.com/',
      'gopher://example.com/',
      'javascript:1',
      'data:text/html,x',
      '//example.com',
      '',
      'http://',
    ])
      expect([url, await why(outbound.send({ url }))]).toEqual([url, 'address']);
  });

  describe('to a host that the operator allows', () => {
    const outbound = () => makeOutbound({ allow: [`127.0.0.1:${port}`] });
    const to = (path: string) => `http://127.0.0.1:${port}${path}`;

    it('returns the answer decompressed', async () => {
      expect((await outbound().send({ url: to('/') })).text).toBe('fine');
      expect((await outbound().send({ url: to('/packed') })).text).toBe('hello');
    });
    it('follows redirects only when asked to, never too many, and checks where they lead', async () => {
      expect(await why(outbound().send({ url: to('/once') }))).toBe('redirect');
      expect((await outbound().send({ url: to('/once'), redirects: 1 })).url).toBe(to('/'));
      expect(await why(outbound().send({ url: to('/loop'), redirects: 3 }))).toBe('redirect');
      const lead = makeOutbound({ allow: ['lead.example'], resolve: async () => ['127.0.0.1'] });
      expect(await why(lead.send({ url: 'http://lead.example/', redirects: 3, seconds: 1 }))).toBe('connection');
      const before = visits;
      const inside = makeOutbound({ allow: [`door.example:${port}`], resolve: async () => ['127.0.0.1'] });
      expect(await why(inside.send({ url: `http://door.example:${port}/inside`, redirects: 3 }))).toBe('address');
      expect(visits).toBe(before + 1);
    });
    it('stops a decompression bomb, a slow drip and a silent server', async () => {
      expect(await why(outbound().send({ url: to('/bomb') }))).toBe('size');
      expect(await why(outbound().send({ url: to('/slow'), seconds: 1 }))).toBe('time');
      expect(await why(outbound().send({ url: to('/silent'), seconds: 1 }))).toBe('time');
    });
    it('reads only the requested content type', async () => {
      expect(await why(outbound().send({ url: to('/packed'), accept: ['text/html'] }))).toBe('type');
      expect((await outbound().send({ url: to('/'), accept: ['text/html'] })).text).toBe('fine');
    });
  });

  it('tells public addresses from private ones', () => {
    for (const one of ['8.8.8.8', '93.184.216.34', '2606:2800:220:1::1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'])
      expect([one, isPublic(one)]).toEqual([one, true]);
    expect(isPublic('nonsense')).toBe(false);
  });
});
