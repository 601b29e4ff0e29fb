import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { build, call, edit, signIn, type Browser, type TestApp } from '../support/app';
import type { TestStore } from '../support/database';
import { startMailServer, type MailServer } from '../support/mail-server';
import { startProvider, type StandIn } from '../support/provider-stand-in.mjs';

type Row = Record<string, unknown>;

/** A tenant whose channels use a stand-in provider and a mail server. */
export interface AskedWorld {
  readonly test: TestApp;
  readonly admin: Browser;
  readonly provider: StandIn;
  readonly mail: MailServer;
  readonly tenant: string;
  rows(statement: string): Promise<Row[]>;
  /** Runs jobs until none is due; jobs and calls that wait for a retry are due at once. */
  worked(): Promise<void>;
  /**
   * The process ends as soon as the provider has handled a request: nothing reaches the database after that. Another one
   * starts after `meanwhile`.
   */
  killedWhileAsking(meanwhile?: () => Promise<unknown>): Promise<void>;
  /** A number that is not used yet. */
  phone(): string;
  /** Starts a voice campaign to these numbers; returns its id. */
  voice(phones: readonly string[], schedule_at?: string, more?: Row): Promise<string>;
}

/** `at`: what the clock shows. The world is set up before the first test of the calling `describe` and reset after each test. */
export function askedWorld(fresh: () => Promise<TestStore>, at?: Date): AskedWorld {
  let test: TestApp;
  let admin: Browser;
  let provider: StandIn;
  let mail: MailServer;
  let tenant = '';
  let made = 0;
  const world = { rows, worked, killedWhileAsking, phone, voice } as AskedWorld;

  beforeAll(async () => {
    provider = await startProvider();
    mail = await startMailServer();
    test = await build({ store: await fresh() });
    if (at) test.clock.set(at);
    tenant = test.fixture.tenants.northstar;
    Object.assign(test.services, { outbound: makeOutbound({ allow: [`127.0.0.1:${provider.port}`, `127.0.0.1:${mail.port}`] }) });
    admin = await signIn(test, 'admin@northstar.example');
    const settings: [string, string, Row][] = [
      ['sms', 'twilio', { endpoint: provider.url, account: 'AC1', sender: 'NRTHST' }],
      ['email', 'smtp', { endpoint: `smtp://127.0.0.1:${mail.port}`, sender: 'us@northstar.example' }],
      ['whatsapp', 'meta', { endpoint: provider.url, account: '1', sender: '2', verify_token: 'let-me-in' }],
      ['voice', 'http', { endpoint: provider.url }],
    ];
    for (const [channel, name, values] of settings) {
      const credentials = name === 'smtp' ? {} : { credentials: { key: 'app-secret', secret: 'hush' } };
      const draft = { channel, provider: name, settings: values, status: 1, ...credentials };
      expect((await call(test, admin, 'POST', 'res/provider-settings', draft)).status).toBeLessThan(300);
    }
    await edit(
      test,
      tenant,
      `insert into whatsapp_templates (tenant_id, id, template_name, category, language, template_body, provider_status, status, variables)
       values ('${tenant}', 'tpl', 'visit', 'UTILITY', 'en', 'Hi {{1}}, see you.', 'APPROVED', 1, '[{"placeholder":"{{1}}","field":"name"}]')`,
    );
    await edit(
      test,
      tenant,
      `insert into voice_files (tenant_id, id, name, file, approval, is_active) values ('${tenant}', 'vf', 'Hello', 'files/x', 'approved', 1)`,
    );
    await edit(
      test,
      tenant,
      `insert into obd_service_numbers (tenant_id, id, number, label) values ('${tenant}', 'sn', '1409876543', 'Office')`,
    );
    await edit(
      test,
      tenant,
      `insert into message_settings (tenant_id, id, hours_from, hours_to) values ('${tenant}', 'settings', '00:00', '00:00')`,
    );
    Object.assign(world, { test, admin, provider, mail, tenant });
  });
  afterAll(async () => {
    await test.close();
    await provider.close();
    await mail.close();
  });
  afterEach(() => {
    provider.mood = 'answers';
    provider.onAsked = () => {};
    provider.refuses = () => false;
    provider.asked.clear();
    provider.keys.length = 0;
    mail.answer = '250 taken';
    mail.heard.length = 0;
    test.store.beforeCommit = () => {};
  });

  function rows(statement: string): Promise<Row[]> {
    return test.store.admin(statement);
  }
  async function worked(): Promise<void> {
    test.services.jobs.start();
    await expect
      .poll(
        async () => {
          await edit(test, tenant, `update jobs set run_at = null where state = 'queued' and run_at > now()`);
          await edit(test, tenant, `update voice_calls set due_at = null where due_at is not null`);
          test.services.jobs.wake();
          return (await rows(`select id from jobs where state in ('queued', 'running')`)).length;
        },
        { interval: 30 },
      )
      .toBe(0);
    await test.services.jobs.stop();
  }
  async function killedWhileAsking(meanwhile = async (): Promise<unknown> => undefined): Promise<void> {
    let isDead = false;
    let tries = 0;
    const die = (): void => void (isDead = true);
    provider.onAsked = die;
    test.store.beforeCommit = (_attempt, by) => {
      if (mail.heard.length) die();
      if (isDead && by.agent === 'job') {
        tries++;
        throw new Error('killed');
      }
    };
    test.services.jobs.start();
    await expect.poll(() => tries > 1, { interval: 20 }).toBe(true);
    await test.services.jobs.stop();
    provider.onAsked = () => {};
    test.store.beforeCommit = () => {};
    await meanwhile();
    await edit(test, tenant, `update jobs set lease_until = now() - interval '1 second' where state = 'running'`);
    await worked();
  }

  function phone(): string {
    return `+9198200${String(10_000 + ++made)}`;
  }
  async function voice(phones: readonly string[], schedule_at?: string, more: Row = {}): Promise<string> {
    const phones_file = `data:text/csv;base64,${Buffer.from(`phone\n${phones.join('\n')}\n`).toString('base64')}`;
    const draft = {
      name: `Counselling ${++made}`,
      voice_file_id: 'vf',
      service_number_id: 'sn',
      phones_file,
      ...(schedule_at ? { schedule_at } : {}),
      ...more,
    };
    const answer = await call(test, admin, 'POST', 'create-voice-campaign', draft);
    expect(answer.code).toBe(200);
    return (answer.body as { data: { id: string } }).data.id;
  }
  return world;
}
