import { call, signIn, type Browser, type TestApp } from '../support/app';
import type { Sample } from './call-samples';

/** Samples of the calls of one's own profile and sign-ins. */
export async function profileSamples(test: TestApp, admin: Browser, foreign: Browser): Promise<Readonly<Record<string, Sample>>> {
  const devices = async (who: Browser): Promise<{ id: string; current: boolean }[]> =>
    (await call(test, who, 'GET', 'users/sessions')).body['data'] as unknown as { id: string; current: boolean }[];
  const other = async (): Promise<string | undefined> => (await devices(admin)).find((one) => !one.current)?.id;
  if (!(await other())) await signIn(test, 'admin@northstar.example');
  const [theirs] = await devices(foreign);
  return {
    profile: {},
    'save-profile': { body: { name: 'Admin Northstar', extension: '12' } },
    'session-list': {},
    'end-sign-in': { params: { id: (await other())! }, body: {}, ids: { 'params.id': theirs!.id } },
  };
}
