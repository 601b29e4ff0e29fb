import { call, edit, type Answer, type Browser, type TestApp } from '../support/app';
import type { Sample } from './call-samples';

/** Samples of the calls of channels and places: WhatsApp, voice, cities and courses by name. */
export async function marketingSamples(test: TestApp, own: Browser, foreign: Browser): Promise<Readonly<Record<string, Sample>>> {
  const { northstar, lakeview } = test.fixture.tenants;
  const template = async (who: Browser, tenant: string): Promise<string> => {
    const name = `reminder_${Math.random().toString(36).slice(2)}`;
    const saved = await call(test, who, 'POST', 'save-whtsp-template', {
      template_name: name,
      category: 'UTILITY',
      language: 'en',
      template_body: 'Hello {{1}}',
    });
    await test.store.admin(`begin; set local app.tenant = '${tenant}'; set local app.request = 'test';
      update whatsapp_templates set provider_status = 'APPROVED' where template_name = '${name}'; commit`);
    return idOf(saved);
  };
  const voice = async (who: Browser): Promise<string> =>
    idOf(await call(test, who, 'POST', 'save-voice-files', { name: `Hello ${Math.random()}`, file: wav }));
  const chat = async (tenant: string, wa: string, owner: string | null): Promise<string> => {
    await edit(
      test,
      tenant,
      `insert into whatsapp_chats (tenant_id, id, wa_user_id, name, owner_id, conversation_status, is_business_initiated, last_in_at)
      values ('${tenant}', 'chat-${wa}', '${wa}', '${tenant === northstar ? 'Asha Rao' : 'Zarina Confidential'}', ${owner ? `'${owner}'` : 'null'}, 'open', false, now())
      on conflict do nothing`,
    );
    await edit(test, tenant, `update users set wp_access = 1 where tenant_id = '${tenant}'`);
    return wa;
  };
  const mine = await chat(northstar, '919876543211', own.userId!);
  const theirs = await chat(lakeview, '919876543299', foreign.userId!);
  return {
    'chats-list': { query: { id: own.userId! }, ids: { 'query.id': foreign.userId! } },
    'requesting-chats-list': {},
    'chat-history': {
      query: { chat_id: mine, userId: own.userId! },
      ids: { 'query.chat_id': theirs, 'query.userId': foreign.userId! },
    },
    'send-wa-message': {
      query: { ctype: 'text' },
      body: { wa_user_id: mine, userId: own.userId!, text: 'Hello' },
      ids: { 'body.wa_user_id': theirs, 'body.userId': foreign.userId! },
    },
    'chats-list-query': {
      params: { userId: own.userId! },
      body: { unseen_msg: true },
      ids: { 'params.userId': foreign.userId! },
    },
    'whatsapp-chat-update': { body: { wa_user_id: mine, seen: true }, ids: { 'body.wa_user_id': theirs } },
    'whatsapp-chat-templates': {},
    'whatsapp-frame-ticket': {},
    'whatsapp-frame-token': {},
    'sandbox-wa-message': { body: { phone: '9876543298', text: 'Hello' } },
    'enterprise-templates': {},
    'whatsapp-project-id': {},
    'whatsapp-upload-image': { file: png },
    'whatsapp-send-message': {
      body: { phone: '9876543211', template_id: await template(own, northstar), params: ['Asha'] },
      ids: { 'body.template_id': await template(foreign, lakeview) },
    },
    'check-whatsapp-customer': { body: { phone: '9876543211' } },
    'sync-voice-file': { body: { id: await voice(own) }, ids: { 'body.id': await voice(foreign) } },
    'sync-voice-files': {},
    'voice-balance': {},
    'cities-by-states': { body: { states: ['Goa'] } },
    traffic: { query: { from: '2026-03-01', to: '2026-03-02', by: 'page' } },
    'traffic-now': {},
    'campaign-figures': { query: { from: '2026-03-01', to: '2026-03-02', by: 'source', attribution: 'any' } },
    'courses-by-streams': { body: { streams: ['Engineering'] } },
  };
}

const idOf = (answer: Answer): string => (answer.body as { data: { id: string } }).data.id;

/** Silence, 8-bit mono at 8 kHz, shortened to four samples; and a picture of one pixel. */
export const wav = 'data:audio/wav;base64,UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQgAAAAAAAAAAAAAAA==';
const png = {
  name: 'header.png',
  type: 'image/png',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
