import { call, type Browser, type TestApp } from '../support/app';

export const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36';
export const desktop =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36';

/** A key as the script makes it: 32 hexadecimal digits. */
export const keyOf = (n: number): string => n.toString(16).padStart(32, '0');

export interface Reported {
  readonly code: number;
  readonly status: number;
  readonly message?: string;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}
export interface ReportOptions {
  readonly origin?: string;
  readonly agent?: string;
  readonly type?: string;
  readonly ip?: string;
}

/** A report as the script sends it from a page of a customer's site: text, no cookie, no anti-forgery header. */
export async function report(
  { app }: Pick<TestApp, 'app'>,
  site: string,
  body: object | string,
  { origin = 'https://www.college.example', agent = phone, type = 'text/plain', ip = '203.0.113.7' }: ReportOptions = {},
): Promise<Reported> {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/visits/${site}`,
    remoteAddress: ip,
    headers: { 'content-type': type, 'user-agent': agent, ...(origin ? { origin } : {}) },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const said = JSON.parse(answer.payload || '{}') as { code?: number; message?: string };
  return { status: answer.statusCode, code: said.code ?? answer.statusCode, ...said, headers: answer.headers };
}

export const pageView = (n: number, more: object = {}, page = '/mba'): object => ({
  visit: keyOf(n),
  visitor: keyOf(1000 + n),
  events: [{ kind: 'page_view', page }],
  ...more,
});

export async function addSite(test: TestApp, admin: Browser, values: object = {}): Promise<string> {
  const answer = await call(test, admin, 'POST', 'res/analytics-properties', {
    name: `Site ${Math.random()}`,
    site_url: 'https://www.college.example',
    ...values,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return String((answer.body as { id?: string }).id);
}
