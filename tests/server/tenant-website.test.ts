import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { Refused, type Outbound } from '../../server/outbound/outbound';
import { call, type Answer } from '../support/app';
import { admin, counsellor, startWorld, stopWorld, stored, test } from './tenant-world';

beforeAll(startWorld);
afterAll(stopWorld);

describe('scrape_tenant_website_details', () => {
  let site: Server;
  let port = 0;
  /** The time limit of each request, and why the failed ones failed. */
  const seconds: (number | undefined)[] = [];
  const refused: string[] = [];
  beforeAll(async () => {
    site = createServer((request, response) => {
      const path = request.url ?? '/';
      const html = { 'content-type': 'text/html; charset=utf-8' };
      const to = /^\/hop(\d)$/.exec(path)?.[1];
      if (to) response.writeHead(302, { location: to === '1' ? '/' : `/hop${Number(to) - 1}` }).end();
      else if (path === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
      else if (path === '/huge') response.writeHead(200, html).end('x'.repeat(2 * 1024 * 1024 + 1));
      else if (path === '/deep') response.writeHead(200, html).end('<b><a href="/x">'.repeat(60_000));
      else if (path === '/open') response.writeHead(200, html).end(`${'<i>'.repeat(300_000)}${'</b>'.repeat(250_000)}`);
      else if (path === '/tags') response.writeHead(200, html).end(`${'<a<script type=ld+json>'.repeat(80_000)}`);
      else if (path === '/picture') response.writeHead(200, { 'content-type': 'image/png' }).end('x');
      else if (path === '/gone') response.writeHead(404, html).end('gone');
      else if (path === '/silent') return;
      else response.writeHead(200, html).end(page);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    port = (site.address() as { port: number }).port;
    const outbound = makeOutbound({ allow: [`127.0.0.1:${port}`] });
    const send: Outbound['send'] = (asked) => {
      seconds.push(asked.seconds);
      // The silent page is given up after a moment instead of its full time limit.
      return outbound.send(asked.url.endsWith('/silent') ? { ...asked, seconds: 0.5 } : asked).catch((error: unknown) => {
        refused.push(error instanceof Refused ? error.why : String(error));
        throw error;
      });
    };
    Object.assign(test.services, { outbound: { ...outbound, send } });
  });
  beforeEach(async () => {
    seconds.length = refused.length = 0;
    await test.store.admin(`delete from attempts where key like 'scrape:%'`);
  });
  afterAll(() => new Promise((resolve) => (site.closeAllConnections(), site.close(resolve))));
  const page = `<html><head><title>Home | Northstar</title><meta name="description" content="Admissions &amp; more">
    <meta property="og:site_name" content="Northstar Admissions"><script>document.title = 'hacked'</script></head><body>
    <img class="site-logo" src="/logo.png"><a href="mailto:Hello@Northstar.example?subject=x">Mail</a>
    <a href="tel:+91 90000-00001">Call</a><a href="https://www.facebook.com/northstar">f</a><a href="https://x.com/northstar">x</a>
    <a href="https://instagram.com/northstar">i</a><a href="https://youtube.com/@northstar">y</a>
    <a href="https://maps.app.goo.gl/abc">map</a>
    <a href="javascript:alert(1)">Privacy</a><a href="/privacy">Privacy policy</a><a href="/legal">Terms &amp; Conditions</a></body></html>`;
  const scrape = (website: string, who = admin): Promise<Answer> =>
    call(test, who, 'POST', 'scrape_tenant_website_details', { website });
  const local = (path: string): string => `http://127.0.0.1:${port}${path}`;

  it('TENANTAPI-001 TENANTAPI-004 answers the form fields found on the page, and saves nothing', async () => {
    const before = await stored();
    const { body } = await scrape(local('/hop3'));
    expect(body).toMatchObject({ code: 200 });
    expect(body['data']).toEqual({
      name: 'Northstar Admissions',
      description: 'Admissions & more',
      email: 'hello@northstar.example',
      phone: '+919000000001',
      logo_image: local('/logo.png'),
      twitter: 'https://x.com/northstar',
      facebook: 'https://www.facebook.com/northstar',
      google: 'https://maps.app.goo.gl/abc',
      instagram: 'https://instagram.com/northstar',
      youtube: 'https://youtube.com/@northstar',
      privacy_policy_url: local('/privacy'),
      terms_condition_url: local('/legal'),
    });
    expect(await stored()).toEqual(before);
  });

  it('TENANTEDIT-136 refuses private addresses, redirects to them, four redirects, large, slow and other answers', async () => {
    for (const [website, why] of [
      ['http://127.0.0.1/', 'address'],
      ['http://[::1]/', 'address'],
      ['http://169.254.169.254/latest', 'address'],
      ['ftp://example.com/', 'address'],
      [local('/inside'), 'address'],
      [local('/hop4'), 'redirect'],
      [local('/huge'), 'size'],
      [local('/picture'), 'type'],
      [local('/gone'), undefined], // an answer, but not a page
    ]) {
      expect([website, (await scrape(website!)).code]).toEqual([website, 422]);
      expect([website, refused.splice(0)]).toEqual([website, why ? [why] : []]);
    }
  });
  it('TENANTEDIT-136 stops after ten seconds, and can read an extremely nested page', async () => {
    const [silent, ...deep] = await Promise.all(['/silent', '/deep', '/open', '/tags'].map((path) => scrape(local(path))));
    expect(silent!.code).toBe(422);
    expect(refused).toEqual(['time']);
    expect(seconds).toEqual([10, 10, 10, 10]);
    expect(deep.map(({ code }) => code)).toEqual([200, 200, 200]);
  });
  it('is for role 1, ten times an hour', async () => {
    expect((await scrape(local('/'), counsellor)).code).toBe(403);
    for (let n = 0; n < 10; n++) expect((await scrape('http://127.0.0.1/')).code).toBe(422);
    expect((await scrape(local('/'))).code).toBe(429);
  });
});
