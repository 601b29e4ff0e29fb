import { newId } from '../../server/store/ids';
import { json } from '../../server/store/parameters';
import { edit } from '../support/app';
import { actor } from '../support/database';
import { noon, type DialWorld } from '../leads/dial-world';

type Row = Record<string, unknown>;
export interface CallRows {
  /** The ids of the calls, by name. */
  readonly ids: Record<string, string>;
  readonly lead: string;
  readonly made: (name: string, row: Row) => Promise<void>;
}
/** So many minutes from noon. */
export const at = (minutes: number): string => new Date(noon.getTime() + minutes * 60_000).toISOString();

/** Calls of one day with two leads of the counsellor, one of someone else, and an unknown number; and one call of days before. */
export async function makeCallRows(world: DialWorld): Promise<CallRows> {
  const ids: Record<string, string> = {};
  const idOf = (name: string): string => world.test.fixture.users[`${name}@northstar.example`]!;
  const made = async (name: string, row: Row): Promise<void> => {
    const id = (ids[name] = newId());
    const own = { tenant_id: world.tenant, id, direction: 'outbound', state: 'ended', user_id: idOf('counsellor'), talk_s: 0 };
    const whole = { ...own, ...row };
    await world.test.store.transaction(actor(world.tenant), (tx) =>
      tx.insertMany('calls', Object.keys(whole), [Object.values(whole)]),
    );
  };
  const codes = json([{ code: 'Call_History_Counsellor', level: [1] }]);
  await edit(world.test, world.tenant, `update users_roles set permissions = permissions || '${codes}'::jsonb where role = 2`);
  const lead = await world.makeLead({ name: 'Asha Rao', phone: '9811100001', clg_id: 10001, state: 'Goa' });
  const second = await world.makeLead({ name: 'Vikram Shah', phone: '9811100002' });
  const foreign = await world.makeLead({ name: 'Of the outsider' }, 'outsider@northstar.example');
  await edit(world.test, world.tenant, `update leads set created_at = '2027-03-01T06:00:00Z' where id = '${second}'`);
  await edit(world.test, world.tenant, `update leads set created_at = '${at(-200)}' where id in ('${lead}', '${foreign}')`);
  const phone = '+919811100001';
  const talked = { outcome: 'answered', answered_at: at(-59), ended_at: at(-57), talk_s: 95, duration_s: 100 };
  const list_key = await world.list({ value: 'Morning' });
  await made('first', {
    lead_id: lead,
    phone,
    started_at: at(-120),
    outcome: 'no_answer',
    ended_at: at(-119),
    duration_s: 40,
  });
  await made('talk', {
    lead_id: lead,
    phone,
    started_at: at(-60),
    ...talked,
    list_key,
    virtual_number: '+918035551234',
    recording_url: 'files/01J0000000000000000000000X',
  });
  await made('short', {
    lead_id: second,
    phone: '+919811100002',
    started_at: at(-50),
    outcome: 'answered',
    answered_at: at(-50),
    ended_at: at(-50),
    talk_s: 4,
    duration_s: 4,
    user_id: idOf('lead'),
  });
  await made('missed', {
    lead_id: lead,
    phone,
    direction: 'inbound',
    started_at: at(-40),
    outcome: 'missed',
    ended_at: at(-39),
    duration_s: 60,
    offered_user_ids: json([idOf('counsellor')]),
  });
  await made('back', {
    lead_id: lead,
    phone,
    started_at: at(-20),
    outcome: 'answered',
    answered_at: at(-19),
    ended_at: at(-18),
    talk_s: 70,
    duration_s: 80,
    user_id: idOf('lead'),
  });
  await made('unknown', {
    phone: '+919822099999',
    started_at: at(-15),
    outcome: 'busy',
    ended_at: at(-15),
    duration_s: 3,
  });
  await made('others', {
    lead_id: foreign,
    phone: '+919800000001',
    started_at: at(-10),
    outcome: 'busy',
    ended_at: at(-10),
    user_id: idOf('outsider'),
  });
  await made('old', {
    lead_id: second,
    phone: '+919811100002',
    started_at: at(-3 * 1440),
    outcome: 'busy',
    ended_at: at(-3 * 1440),
  });
  const action = {
    tenant_id: world.tenant,
    id: newId(),
    lead_id: lead,
    user_id: idOf('counsellor'),
    stage_id: world.stages['Interested'],
    btn_message: 'Interested',
    sub_stage: 'Visit',
    message: 'Visits on Friday',
    created_at: at(-50),
  };
  await world.test.store.transaction(actor(world.tenant), (tx) =>
    tx.insertMany('call_actions', Object.keys(action), [Object.values(action)]),
  );
  return { ids, lead, made };
}
