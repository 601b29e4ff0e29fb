import { call, lastCode, signIn, type Browser, type TestApp } from '../support/app';
import type { Sample } from './call-samples';

/** Samples of the calls for the user's own profile and sign-ins. */
export async function profileSamples(test: TestApp, admin: Browser, foreign: Browser): Promise<Readonly<Record<string, Sample>>> {
  const devices = async (who: Browser): Promise<{ id: string; current: boolean }[]> =>
    (await call(test, who, 'GET', 'users/sessions')).body['data'] as unknown as { id: string; current: boolean }[];
  const other = async (): Promise<string | undefined> => (await devices(admin)).find((one) => !one.current)?.id;
  if (!(await other())) await signIn(test, 'admin@northstar.example');
  const [theirs] = await devices(foreign);
  const email = 'admin@northstar.example';
  const mayAskAgain = async () => {
    for (const key of ['otp-sent', 'otp-resend']) await test.store.clearHits(`${key}:${admin.userId}`);
  };
  await mayAskAgain();
  await call(test, admin, 'POST', 'users/second-factor-codes');
  await mayAskAgain();
  return {
    profile: {},
    'save-profile': { body: { name: 'Admin Northstar', extension: '12' } },
    'session-list': {},
    'second-factor-code': {},
    'second-factor': { body: { otp: lastCode(test, email) } },
    'end-sign-in': { params: { id: (await other())! }, body: {}, ids: { 'params.id': theirs!.id } },
  };
}
