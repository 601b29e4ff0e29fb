import { call, edit, type Browser, type TestApp } from '../support/app';
import type { Sample } from './call-samples';

/** The publisher whose sign-in makes its own calls, where a test has one. */
export const partnerCode = 'PARTNER';

/** Samples of the calls about publishers, and of those of their own sign-in, which refuse everyone else. */
export async function publisherSamples(test: TestApp, own: Browser, foreign: Browser): Promise<Readonly<Record<string, Sample>>> {
  const { northstar, lakeview } = test.fixture.tenants;
  const make = async (who: Browser, tenant: string, name: string): Promise<{ publisher: string; delivery: string }> => {
    const source = (await call(test, who, 'POST', 'res/lead-sources', { name })).body as { id?: string };
    const draft = { name, code: name.slice(-6), email: 'publisher@example.com', source_id: source.id };
    const publisher = ((await call(test, who, 'POST', 'res/publishers', draft)).body as { id?: string }).id!;
    const delivery = `delivery-${tenant}-${name.slice(-6)}`;
    await edit(
      test,
      tenant,
      `insert into publisher_deliveries (tenant_id, id, publisher_id, state, delivered_at, dispute_state, dispute_text)
        values ('${tenant}', '${delivery}', '${publisher}', 'invalid', now(), 'open', 'Please look again')`,
    );
    return { publisher, delivery };
  };
  const word = Math.random().toString(36).slice(2, 8);
  const mine = await make(own, northstar, `Sample publisher ${word}`);
  const theirs = await make(foreign, lakeview, `Zarina Confidential ${word}`);
  const sent = `sent-${word}`;
  await edit(
    test,
    northstar,
    `insert into publisher_deliveries (tenant_id, id, publisher_id, lead_id, state, delivered_at)
      select p.tenant_id, '${sent}', p.id, (select l.id from leads l where l.tenant_id = p.tenant_id and l.deleted_at is null limit 1),
        'duplicate', now() from publishers p where p.tenant_id = '${northstar}' and p.code = '${partnerCode}'`,
  );
  return {
    'publisher-test-lead': {
      params: { id: mine.publisher },
      body: { values: { name: 'Test', phone: '9876501234' } },
      ids: { 'params.id': theirs.publisher },
    },
    'publisher-dispute-answer': {
      params: { id: mine.delivery },
      body: { agreed: true, answer: 'Right.' },
      ids: { 'params.id': theirs.delivery },
    },
    'partner-leads': {},
    'partner-export': {},
    'partner-statement': {},
    'partner-figures': {},
    'partner-dispute': {
      params: { id: sent },
      body: { text: 'Please look again' },
      ids: { 'params.id': theirs.delivery },
    },
  };
}
