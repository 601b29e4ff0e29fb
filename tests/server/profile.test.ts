import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, call, signIn, type TestApp } from '../support/app';

let test: TestApp;
beforeAll(async () => {
  test = await build();
});
afterAll(() => test.close());
const email = 'counsellor@northstar.example';

describe('the user’s own profile', () => {
  it('shows and stores what users may change about themselves, and nothing else', async () => {
    const who = await signIn(test, email);
    const png = `data:image/png;base64,${Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]).toString('base64')}`;
    const saved = await call(test, who, 'PUT', 'users/profile', {
      name: 'Rohini D',
      phone: '9822012345',
      languages: ['Marathi'],
      photo: png,
    });
    expect(saved.body).toMatchObject({
      code: 200,
      data: { name: 'Rohini D', phone: '9822012345', languages: ['Marathi'], email },
    });
    const { body } = await call(test, who, 'GET', 'users/profile');
    expect(body).toMatchObject({ data: { logo_image: expect.stringMatching(/^\/api\/files\//), role_name: 'Counsellor' } });
    expect((await call(test, who, 'PUT', 'users/profile', { photo: 'data:image/png;base64,PHNjcmlwdD4=' })).code).toBe(422);
    expect((await call(test, who, 'PUT', 'users/profile', { phone: '12' })).code).toBe(422);
    await call(test, who, 'PUT', 'users/profile', { role: 1, email: 'x@y.example', name: 'Rohini D' });
    expect((await call(test, who, 'GET', 'users/me')).body).toMatchObject({ data: { role: 4, email } });
  });
});

describe('sessions and devices', () => {
  it('are listed with the current one marked; another one can be ended at once, token and cookie', async () => {
    const here = await signIn(test, email);
    const there = await signIn(test, email);
    const list = async () =>
      (await call(test, here, 'GET', 'users/sessions')).body['data'] as unknown as {
        id: string;
        current: boolean;
        agent: string;
      }[];
    const before = await list();
    expect(before.filter((one) => one.current)).toHaveLength(1);
    const [other] = (await call(test, there, 'GET', 'users/sessions')).body['data'] as unknown as {
      id: string;
      current: boolean;
    }[];
    expect(other!.current).toBe(true);
    expect((await call(test, here, 'POST', `users/sessions/${before.find((one) => one.current)!.id}/end`, {})).code).toBe(409);
    expect((await call(test, here, 'POST', `users/sessions/${other!.id}/end`, {})).code).toBe(200);
    expect((await call(test, there, 'GET', 'users/me')).status).toBe(401);
    expect((await call(test, there, 'POST', 'users/refresh')).status).toBe(401);
    expect((await call(test, here, 'GET', 'users/me')).status).toBe(200);
    expect((await list()).map((one) => one.id)).not.toContain(other!.id);
    expect((await call(test, here, 'POST', `users/sessions/${other!.id}/end`, {})).code).toBe(404);
  });

  it("nobody can end another user's session", async () => {
    const mine = await signIn(test, email);
    const admin = await signIn(test, 'admin@northstar.example');
    const [one] = (await call(test, mine, 'GET', 'users/sessions')).body['data'] as unknown as { id: string }[];
    expect((await call(test, admin, 'POST', `users/sessions/${one!.id}/end`, {})).code).toBe(404);
    expect((await call(test, mine, 'GET', 'users/me')).status).toBe(200);
  });
});
