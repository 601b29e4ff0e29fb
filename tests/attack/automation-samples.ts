import { call, type Browser, type TestApp } from '../support/app';
import type { Sample } from './call-samples';

/** Samples of the calls of rules, allocation and lead generation. `lead` creates a lead; `theirs` are another tenant's ids. */
export async function automationSamples(
  {
    test,
    lead,
    theirs,
    owner,
  }: {
    test: TestApp;
    lead: (values?: Record<string, unknown>) => Promise<string>;
    theirs: { lead: string; user: string };
    owner: string;
  },
  own: Browser,
  foreign: Browser,
): Promise<Readonly<Record<string, Sample>>> {
  const rule = [{ condition: 'And', rules: [{ columnName: 'state', operator: 'in', value: ['Kerala'] }] }];
  const make = async (who: Browser, path: string, body: object): Promise<string> => {
    const answer = await call(test, who, 'POST', path, body);
    const { data } = answer.body as { data?: { id?: string; _id?: string } };
    const id = data?._id ?? data?.id ?? (answer.body as { id?: string }).id;
    if (!id) throw new Error(`${path}: ${answer.text}`);
    return id;
  };
  const name = (): string => `Sample ${Math.random().toString(36).slice(2)}`;
  const counsellorRule = (who: Browser): Promise<string> =>
    make(who, 'rule-engine/counsellor/create', {
      name: name(),
      rule,
      method: 'fixed',
      user_ids: [who === own ? owner : theirs.user],
      status: 0,
    });
  const workflowRule = async (who: Browser): Promise<string> => {
    const workflow = await make(who, 'res/workflows', {
      name: name(),
      entry_trigger: 'manual',
      steps: [{ id: 'end', type: 'end' }],
    });
    return make(who, 'rule-engine/workflow/create', { name: name(), rule, workflow_ids: [workflow], status: 0 });
  };
  const broadcast = async (who: Browser): Promise<string> => {
    if (who === own) await lead({ state: 'Kerala' });
    const audience_id = await make(who, 'lead-gen/audience', { name: name(), kind: 'dynamic', rule });
    const template_id = await make(who, 'savesmstemplate', { name: name(), body: 'Hello' });
    return make(who, 'lead-gen/broadcasts', { name: name(), channel: 'sms', template_id, audience_id });
  };
  const conditions = { body: { rule, globleCondtion: 'And' } };
  const dialerRule = async (who: Browser): Promise<[string, string]> => {
    const list = await call(test, who, 'POST', 'res/dialer-lists', { value: name() });
    const key = String(list.body['key']);
    const body = { name: name(), triggerType: 'create', rule, globleCondtion: 'And', listIds: [key] };
    return [await make(who, 'dialer/config', body), key];
  };
  const [[dialer, list], [theirDialer, theirList]] = [await dialerRule(own), await dialerRule(foreign)];
  const inList = async (): Promise<string> => {
    const id = await lead();
    await call(test, own, 'POST', 'dialer/list/leads', { list_key: list, lead_ids: [id] });
    return id;
  };
  const leads = async (): Promise<string[]> => [await lead(), await lead(), await lead()];
  return {
    'rule-constants': {},
    'rule-counts': conditions,
    'dialer-counts': conditions,
    'dialer-queue-leads': {
      body: { list_key: list, lead_ids: await leads() },
      ids: { 'body.list_key': theirList, 'body.lead_ids.*': theirs.lead },
    },
    'dialer-lists-of-lead': { params: { id: await lead() }, ids: { 'params.id': theirs.lead } },
    'dialer-take-from-list': {
      body: { list_key: list, lead_id: await inList() },
      ids: { 'body.list_key': theirList, 'body.lead_id': theirs.lead },
    },
    'dialer-queue-rule': { params: { id: dialer }, body: {}, ids: { 'params.id': theirDialer } },
    'audience-count': conditions,
    'counsellor-allocate': {
      body: { lead_ids: await leads(), rule_id: await counsellorRule(own) },
      ids: { 'body.lead_ids.*': theirs.lead, 'body.rule_id': await counsellorRule(foreign) },
    },
    'workflow-allocate': {
      body: { lead_ids: await leads(), rule_id: await workflowRule(own) },
      ids: { 'body.lead_ids.*': theirs.lead, 'body.rule_id': await workflowRule(foreign) },
    },
    'lead-gen-upload': { file: { name: 'offer.png', type: 'image/png', bytes: png } },
    'send-broadcast': {
      body: { broadcast_id: await broadcast(own) },
      ids: { 'body.broadcast_id': await broadcast(foreign) },
    },
  };
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
