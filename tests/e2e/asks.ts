import { expect, type Page } from '@playwright/test';

/** Makes a call as the page's user; resolves when the server has written it. */
export async function asks(page: Page, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await page.evaluate(
    async (one) => {
      const { token } = JSON.parse(localStorage.getItem('currentUser')!) as { token: string };
      const xsrf = /XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';
      const response = await fetch(`/api/${one.path}`, {
        method: one.method,
        headers: { 'content-type': 'application/json', 'x-xsrf-token': xsrf, authorization: `Bearer ${token}` },
        ...(one.body ? { body: JSON.stringify(one.body) } : {}),
      });
      return { status: response.status, text: await response.text() };
    },
    { method, path, body },
  );
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
  const said = JSON.parse(answer.text) as Record<string, unknown>;
  expect(said['code'] ?? 200, answer.text).toBe(200);
  return said;
}

/** The same, a single record as a list of one. */
export const ask = async (page: Page, method: 'GET' | 'POST', path: string, body?: object): Promise<Record<string, unknown>[]> =>
  [await asks(page, method, path, body)].flat() as Record<string, unknown>[];
