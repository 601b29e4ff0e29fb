import { expect } from 'vitest';
import { build, call, signIn, type Answer, type Browser, type TestApp } from '../support/app';

/** The families of templates, campaigns, push and voice, through the calls of the source. */
export let test: TestApp;
export let admin: Browser;
export type Row = Record<string, unknown>;
type Method = Parameters<typeof call>[2];
export const startWorld = async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
};
export const stopWorld = () => test.close();
export const ask = (method: Method, path: string, body?: unknown): Promise<Answer> => call(test, admin, method, path, body);
export const idOf = (answer: Answer): string => {
  expect(answer.body).toMatchObject({ code: 200, data: { id: expect.any(String) } });
  return (answer.body as { data: { id: string } }).data.id;
};
export const rowsOf = (answer: Answer): Row[] => {
  expect(answer.code).toBe(200);
  return answer.body['data'] as Row[];
};
export const tenantId = (): string => test.fixture.tenants.northstar;
/** Runs the queued jobs once and then stops the queue, so that no test waits for another's jobs. */
export async function worked(check: () => Promise<boolean>): Promise<void> {
  test.services.jobs.start();
  test.services.jobs.wake();
  await expect.poll(check, { interval: 50 }).toBe(true);
  await test.services.jobs.stop();
}
