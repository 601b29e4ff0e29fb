import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, call, type Answer, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { captureWays, type CaptureWays } from './capture-ways';

/** npm run prove:capture sets 1,000. */
const phones = Number(process.env['PROVE_PHONES'] ?? 15);
/** Captures of one phone that arrive together: these by people and programs, and the rest in one file with all phones. */
const [together, inFile] = [16, 4];
const longest = 3_600_000;

describe.each(await reachableDatabases())('one person, $name', ({ fresh }) => {
  let test: TestApp;
  let world: CaptureWays;
  beforeAll(async () => {
    test = await build({ store: await fresh(), demo: true });
    world = await captureWays(test);
  });
  afterAll(() => test.close());

  it(
    'TRUST-R16 is one lead however often and in whatever way they come at the same moment',
    async () => {
      const numbers = Array.from({ length: phones }, (_, at) => String(9_700_000_000 + at));
      const writings = ['', '+91', '0', '91'];
      // Each form comes from another network: one network may send 20 in ten minutes.
      let networks = 0;
      const publicForm = (answers: object): Promise<Answer> =>
        call(test, { cookies: new Map(), ip: `10.${Math.floor(++networks / 250)}.${networks % 250}.1` }, 'POST', 'forms/ways', {
          answers,
        });
      const { 'public form': _, ...others } = world.ways;
      const ways = [...Object.values(others), publicForm];
      const lines = Array.from({ length: inFile }, () => numbers.map((phone, at) => `Person ${at},${phone},`)).flat();
      const file = world.importFile(lines);
      const answers: Answer[] = [];
      for (let at = 0; at < numbers.length; at += 5) {
        const part = numbers.slice(at, at + 5);
        const asked = part.flatMap((phone) =>
          Array.from({ length: together }, (_, n) =>
            ways[n % ways.length]!({ name: `Person ${phone}`, phone: writings[Math.floor(n / 4) % 4]! + phone }),
          ),
        );
        answers.push(...(await Promise.all(asked)));
      }
      const { counts, failed } = await file;
      expect([...new Set(answers.map(({ status, code, text }) => (status < 300 && code < 300 ? 'ok' : text)))]).toEqual(['ok']);
      expect([counts['status'], counts['rows'], failed]).toEqual(['done', lines.length, []]);
      const [found] = await test.store.admin<
        Record<string, number>
      >(`select count(*)::int as leads, count(distinct "phone")::int as phones,
        sum("re_enquiry_count")::int as again, (select count(*)::int from "lead_captures" c join "leads" o on o."tenant_id" = c."tenant_id" and o."id" = c."lead_id"
          where o."phone" like '+9197000%') as captures from "leads" where "phone" like '+9197000%'`);
      const all = phones * (together + inFile);
      expect(found).toEqual({ leads: phones, phones, again: all - phones, captures: all });
      expect(test.logged.filter(({ level }) => level === 'error')).toEqual([]);
    },
    longest,
  );
});
