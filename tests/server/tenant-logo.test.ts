import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FilePart } from '../attack/call-samples';
import { call } from '../support/app';
import { admin, errorsOf, own, read, save, startWorld, stopWorld, stored, test } from './tenant-world';

beforeAll(startWorld);
afterAll(stopWorld);

describe('the logo', () => {
  const png = (width: number, height = width, bytes = 200): Buffer => {
    const head = Buffer.alloc(Math.max(33, bytes));
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(head);
    head.writeUInt32BE(width, 16);
    head.writeUInt32BE(height, 20);
    return head;
  };
  const file = (name: string, bytes: Buffer | string): FilePart => ({
    field: 'logo_image',
    name,
    type: 'application/octet-stream',
    bytes: Buffer.from(bytes),
  });
  const shown = async (): Promise<string> => String((await read())['logo_image']);

  it('TENANTEDIT-137 png, jpeg, webp and svg are stored; the address lasts and changes with the picture', async () => {
    const jpeg = Buffer.from('ffd8ffe000040000ffc0001108006400c803', 'hex');
    const webp = Buffer.concat([
      Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0', 'latin1'),
      Buffer.from('630000630000', 'hex'),
    ]);
    const seen = new Set<string>();
    for (const [name, bytes, mime] of [
      ['logo.png', png(100), 'image/png'],
      ['logo.jpg', Buffer.concat([jpeg, Buffer.alloc(20)]), 'image/jpeg'],
      ['logo.webp', webp, 'image/webp'],
      [
        'logo.svg',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
        'image/svg+xml',
      ],
    ] as const) {
      const answer = await save({}, file(name, bytes));
      expect([name, answer.text]).toEqual([name, JSON.stringify({ code: 200, message: 'Tenant saved.' })]);
      const address = await shown();
      expect(await shown()).toBe(address);
      seen.add(address);
      const picture = await call(test, admin, 'GET', address);
      expect([picture.status, picture.headers['content-type']]).toEqual([200, mime]);
    }
    expect(seen.size).toBe(4);
    const [first = '', , , last = ''] = [...seen];
    expect((await call(test, admin, 'GET', first)).text).toContain('no longer exists');
    test.clock.add(7200);
    expect((await call(test, admin, 'GET', last)).status).toBe(200);
    test.clock.add(-7200);
    await call(test, admin, 'POST', `update_tenant/${own}`, { logo_image: last, pincode: '411009' });
    expect(await shown()).toBe(last);
    const me = (await call(test, admin, 'GET', 'users/me')).body['data'] as { logo_image: string };
    expect(me.logo_image).toBe(last);
  });

  it('TENANTEDIT-137 refuses other types, wrong names, large files and large pictures', async () => {
    const before = await stored();
    const large = png(100, 100, 2 * 1024 * 1024 + 1);
    for (const [name, bytes] of [
      ['logo.gif', 'GIF89a'],
      ['logo.pdf', '%PDF-1.7'],
      ['logo.png', 'not a picture'],
      ['logo.jpg', png(100)],
      ['logo.png', png(4001, 10)],
      ['logo.png', png(10, 4001)],
      ['logo.png', large],
      ['logo.svg', '<html><script>1</script></html>'],
      ['logo.svg', `<svg>${'<g>'.repeat(100_000)}${'</rect>'.repeat(100_000)}</svg>`],
      ['logo.svg', '<svg width="5000" height="10"><path d="M0 0"/></svg>'],
    ] as const) {
      const answer = await save({}, file(name, bytes));
      expect([name, answer.code, Object.keys(errorsOf(answer))]).toEqual([name, 422, ['logo_image']]);
    }
    for (const address of ['https://evil.example/x.png', 'files/01ARZ3NDEKTSV4RRFFQ69G5FAV', 'data:image/png;base64,AAAA'])
      expect((await call(test, admin, 'POST', `update_tenant/${own}`, { logo_image: address })).code, address).toBe(422);
    expect(await stored()).toEqual(before);
  });

  it('TENANTEDIT-137 an svg is stored without scripts and external references', async () => {
    const drawing = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "boo">]>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10" onload="alert(1)">
      <script>alert(2)</script><style>@import url(https://evil.example)</style>
      <defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/></linearGradient></defs>
      <foreignObject><iframe src="https://evil.example"/></foreignObject>
      <a xlink:href="javascript:alert(3)"><rect width="9" height="9" fill="url(#g)" onclick="alert(4)"/></a>
      <use xlink:href="https://evil.example/x.svg#a"/><use xlink:href="#g"/><image href="https://evil.example/y.png"/>
      <rect fill="url(https://evil.example/z)" style="background:url(https://evil.example)"/><animate onbegin="alert(5)"/></svg>`;
    expect((await save({}, file('logo.svg', drawing))).code).toBe(200);
    const kept = (await call(test, admin, 'GET', await shown())).text;
    expect(kept).toMatch(/^<svg[^>]+viewBox="0 0 10 10"/);
    expect(kept).toMatch(/<linearGradient id="g"><stop offset="0" stop-color="#f00"/);
    expect(kept).toContain('fill="url(#g)"');
    expect(kept).toContain('xlink:href="#g"');
    expect(kept).not.toMatch(/script|alert|evil|onload|onclick|ENTITY|foreignObject|style|animate|iframe|<image/i);
  });
});
