import { call, newBrowser, signIn, type Answer, type Browser, type TestApp } from '../support/app';

type Row = Record<string, unknown>;
export interface CaptureWays {
  readonly admin: Browser;
  /** Captures a lead in each way and returns the answer. Names and phones are typed as a person would type them. */
  readonly ways: Readonly<Record<'form' | 'api key' | 'lead capture' | 'public form', (lead: Row) => Promise<Answer>>>;
  /** Uploads a file with the columns Name, Mobile, Mail and waits for its import; returns its counts and the failed rows. */
  readonly importFile: (lines: readonly string[], options?: Row) => Promise<{ counts: Row; failed: Row[] }>;
}

/** Every way in which a lead enters a tenant, through the product's own calls. The caller starts the worker. */
export async function captureWays(test: TestApp): Promise<CaptureWays> {
  const admin = await signIn(test, 'admin@northstar.example');
  const made = async (path: string, body: Row): Promise<Row> => {
    const answer = await call(test, admin, 'POST', path, body);
    if (answer.status !== 200 && answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };
  const { key } = await made('res/api-keys', { name: 'Ways', scopes: ['leads:create', 'lead_capture'] });
  await made('res/forms', {
    name: 'Enquiry',
    slug: 'ways',
    kind: 'enquiry',
    published: true,
    schema: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, phone: { type: 'string' }, email: { type: 'string' } },
    },
  });
  const asProgram = async (path: string, lead: Row, headers: Record<string, string>): Promise<Answer> => {
    const payload = JSON.stringify(lead);
    const url = `/api/${path}`;
    const answer = await test.app.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress: '198.18.0.9',
      headers: { 'content-type': 'application/json', ...headers },
    });
    const body = JSON.parse(answer.payload) as Answer['body'];
    return {
      status: answer.statusCode,
      code: body.code ?? answer.statusCode,
      body,
      headers: answer.headers,
      text: answer.payload,
    };
  };
  return {
    admin,
    ways: {
      form: (lead) => call(test, admin, 'POST', 'res/leads', lead),
      'api key': (lead) => asProgram('res/leads', lead, { authorization: `Bearer ${String(key)}` }),
      'lead capture': (lead) => asProgram(`leads/capture/${String(key)}`, lead, {}),
      'public form': (answers) => call(test, newBrowser(), 'POST', 'forms/ways', { answers }),
    },
    async importFile(lines, options = {}) {
      const edge = 'edge-of-a-part';
      const file = ['Name,Mobile,Mail', ...lines].join('\n');
      const body = Buffer.from(
        `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="leads.csv"\r\nContent-Type: text/csv\r\n\r\n${file}\r\n--${edge}--\r\n`,
      );
      const type = { 'content-type': `multipart/form-data; boundary=${edge}` };
      const seen = await call(test, admin, 'POST', 'leads/upload-csv/preview', body, type);
      const { file_id } = seen.body['data'] as Row;
      const mapping = { Name: 'name', Mobile: 'phone', Mail: 'email' };
      const started = await call(test, admin, 'POST', 'leads/upload-csv', { file_id, mapping, options });
      const { job_id } = (started.body['data'] ?? {}) as Row;
      if (!job_id) throw new Error(started.text);
      test.services.jobs.start();
      for (;;) {
        const answer = await call(test, admin, 'GET', `leads/upload-csv/${String(job_id)}`);
        const counts = answer.body['data'] as Row;
        if (!['queued', 'running'].includes(String(counts['status']))) {
          await test.services.jobs.stop();
          const failed = await test.store.admin(
            `select "line", "field", "reason" from "import_rows" where "outcome" = 'failed' and "import_id" =
              (select "payload" ->> 'import_id' from "jobs" where "id" = '${String(job_id)}') order by "line"`,
          );
          return { counts, failed };
        }
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
  };
}
