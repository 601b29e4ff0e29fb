import { handle } from '../../server/context/handle';
import { handleAction } from '../../server/context/handle-action';
import type { Hooks } from '../../server/context/hooks';
import { call } from '../../src/providers/calls/call';
import { saveCallAction } from '../../src/providers/calls/save-call-action';
import { addRow, changeRow, saveRow } from '../../src/providers/calls/records';
import { useCall } from '../../src/providers/calls/use-call';
import { markFollowUpDone } from '../../src/schemas/calls/call-actions';
import { callGenerate } from '../../src/schemas/calls/call-generate';
import { pushAuth } from '../../src/schemas/calls/push-channel';
import { authLog, verifyOtp } from '../../src/schemas/calls/session';
import { takeBreak } from '../../src/schemas/calls/work-time';
import type { tenant } from '../../src/schemas/access-control/tenant';
import type { followUps } from '../../src/schemas/leads/follow-ups';
import { publishers } from '../../src/schemas/leads/publishers';
import type { leads } from '../../src/schemas/leads/leads';
import { voiceCampaigns } from '../../src/schemas/marketing/voice-campaigns';
import { tickets } from '../../src/schemas/support/tickets';

/** Never run, only compiled: contracts and schema files give the types of what is sent, received, answered and stored. */
const saved = { lead_id: 'l1', callObj: { stage_id: 's1' } };

export async function sent(): Promise<string> {
  await call(markFollowUpDone, { id: 'f1', source: 'dialer' });
  await call(authLog, { by_user: true, whatever: 'since its body takes any name' });
  const { data } = await call(callGenerate, { ...saved, allowAutomation: true });
  const { data: done } = await call(markFollowUpDone, { id: 'f1' });
  const { auth } = await call(pushAuth, { socket_id: '1.2', channel_name: 'private' });
  return data.call_action_id + done.done_at + auth;
}
export async function wronglySent(): Promise<void> {
  // @ts-expect-error callObj is missing
  await call(callGenerate, { lead_id: 'l1' });
  // @ts-expect-error a misspelt name
  await call(callGenerate, { lead_id: 'l1', callObj: { stage_id: 's1' }, lead_idd: 'l1' });
  // @ts-expect-error a misspelt nested name
  await call(callGenerate, { lead_id: 'l1', callObj: { stage_id: 's1', sub_stge: 'x' } });
  // @ts-expect-error the wrong type
  await saveCallAction({ lead_id: 7, callObj: { stage_id: 's1' } });
  // @ts-expect-error required names are missing
  await saveCallAction({ nothing: 1 });
  // @ts-expect-error a misspelt query parameter
  await call(markFollowUpDone, { id: 'f1', sorce: 'dialer' });
  // @ts-expect-error not one of its values
  await call(markFollowUpDone, { id: 'f1', source: 'elsewhere' });
  // @ts-expect-error the path's id is missing
  await call(markFollowUpDone, { source: 'dialer' });
  // @ts-expect-error the answer has no such member
  void (await call(callGenerate, saved)).data.call_action;
  // @ts-expect-error the contract answers only a message
  void (await call(takeBreak, { status: 0 })).data.since;
  // @ts-expect-error a hook takes the same values
  useCall(markFollowUpDone, { leadId: 'f1' });
  // @ts-expect-error not a field of a follow-up
  await addRow<typeof followUps>('follow-ups', { lead: 'l1' });
  // @ts-expect-error the wrong type
  await changeRow<typeof followUps>('follow-ups', 'f1', { note: 7 });
  // @ts-expect-error no resource of this name
  await addRow<typeof followUps>('followups', { lead_id: 'l1' });
  // @ts-expect-error not a wire of the tenant
  await saveRow<typeof tenant>('PUT update-tenant/{id}', { name: 'x' });
}

const january = { month: '2026-01', accepted: 2, duplicates: 0, invalid: 0, enrolled: 0 };
export const handled = [
  handle(callGenerate, async ({ body }) => ({ data: { call_action_id: body.callObj.stage_id, follow_up_id: null } })),
  handle(takeBreak, async () => ({ message: 'You are online.' })),
  handle(pushAuth, async ({ body }) => ({ more: { auth: body.socket_id } })),
  handle(verifyOtp, async ({ body }) => ({ code: 401, message: body.otp.slice(1) })),
  handleAction(tickets, 'reopen', async () => ({ message: 'Reopened.' })),
  handleAction(publishers, 'delivered', async () => ({ data: [{ ...january, payable: null }], count: 1 })),
];
export const wronglyHandled = [
  // @ts-expect-error the body has no such name
  handle(callGenerate, async ({ body }) => ({ message: body.lead })),
  // @ts-expect-error not what the contract answers
  handle(callGenerate, async () => ({ data: { id: '1' } })),
  // @ts-expect-error what the contract answers is missing
  handle(callGenerate, async () => ({ message: 'Saved.' })),
  // @ts-expect-error the contract answers only a message
  handle(takeBreak, async () => ({ data: { since: 'now' } })),
  // @ts-expect-error the member is missing
  handle(pushAuth, async () => ({ message: 'Yes.' })),
  // @ts-expect-error not the member of the contract
  handle(pushAuth, async () => ({ more: { token: 'x' } })),
  // @ts-expect-error the contract has no members
  handle(takeBreak, async () => ({ more: { since: 'now' } })),
  // @ts-expect-error a refusal carries no data
  handle(callGenerate, async () => ({ code: 409, data: { id: '1' } })),
  // @ts-expect-error the body has no such name
  handle(verifyOtp, async ({ body }) => ({ message: body.code })),
  // @ts-expect-error a column of its section is missing
  handleAction(publishers, 'delivered', async () => ({ data: [january], count: 1 })),
  // @ts-expect-error its section is paged: the count is missing
  handleAction(publishers, 'delivered', async () => ({ data: [] })),
  // @ts-expect-error its section shows bars
  handleAction(voiceCampaigns, 'chart', async () => ({ data: { labels: ['10:00'] } })),
  // @ts-expect-error not an action of tickets
  handleAction(tickets, 'close', async () => ({ message: 'Closed.' })),
];

export const hooks: Hooks<typeof leads> = {
  async beforeCreate(draft) {
    return { ...draft, name: draft.name.trim() };
  },
};
export const wrongHooks: Hooks<typeof leads> = {
  async beforeCreate(draft) {
    // @ts-expect-error not a field of a lead
    return { ...draft, name: draft.nmae };
  },
  async beforeUpdate(patch) {
    // @ts-expect-error the wrong type
    const name: number = patch.name;
    return { ...patch, message: String(name) };
  },
};
