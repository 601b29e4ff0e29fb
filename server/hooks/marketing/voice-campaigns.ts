import sql, { empty } from 'sql-template-tag';
import type { voiceCampaigns } from '../../../src/schemas/marketing/voice-campaigns';
import { voiceCalls } from '../../../src/schemas/marketing/voice-calls';
import type { callStatuses } from '../../../src/schemas/kit/message-fields';
import { counted } from '../../../src/schemas/kit/counted';
import { invalid } from '../../../src/schemas/kit/problem';
import { scopeOf } from '../../catalogue/scope';
import { storeFile, shownFile } from '../../files/file-field';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { addressRows, phonesOf } from '../../domain/addresses-in';
import { startTime } from '../../domain/start-time';
import { captureRulesOf } from '../../leads/capture-rules';
import { countPeople } from '../../campaigns/campaign-people';
import { mostCalls, queueCalls } from '../../campaigns/voice-campaign';
import { voiceFiguresOf, type VoiceFigures } from '../../campaigns/voice-figures';

const numbers = {
  resource: 'voice-campaigns',
  field: 'phones_file',
  title: 'Phone number file',
  bytes: 10 * 1024 * 1024,
  kinds: { csv: { mime: 'text/csv' } },
} as const;

const called = `A voice campaign can call up to ${mostCalls.toLocaleString('en-US')} numbers`;

function checkNumbers(count: number): void {
  if (!count) throw invalid('phones_file', 'This file has no valid phone number');
  if (count > mostCalls) throw invalid('phones_file', `${called}; this file has ${count.toLocaleString('en-US')}`);
}

async function checkAudience(audience: string | null | undefined, { tx, session }: Context): Promise<void> {
  if (!audience) return;
  const count = await countPeople(tx, session.tenantId, { channel: 'sms', audience_id: audience }, session.scope);
  if (count > mostCalls) throw invalid('audience_id', `${called}; this audience has ${counted(count, 'lead')}`);
}

export const hooks: Hooks<typeof voiceCampaigns> = {
  listQuery: ['from', 'to'],
  /** Campaigns that start, or were made, in these days of the tenant. */
  listWhere(query, { session }) {
    const at = sql`coalesce("schedule_at", "created_at")`;
    const day = (value: unknown, plus: number) => {
      if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value) || Number.isNaN(Date.parse(value)))
        throw invalid(plus ? 'to' : 'from', `${plus ? 'To' : 'From'} must be a date`);
      return sql`(${value}::date + ${plus}::int)::timestamp at time zone ${session.timezone}`;
    };
    const { from, to } = query;
    if (!from && !to) return undefined;
    return sql`(true ${from ? sql`and ${at} >= ${day(from, 0)}` : empty} ${to ? sql`and ${at} < ${day(to, 1)}` : empty})`;
  },
  async beforeCreate(draft, context) {
    const { tx, session, services } = context;
    const file = await tx.row<{ approval: string; is_active: number }>(sql`
      select "approval", "is_active" from "voice_files" where "tenant_id" = ${session.tenantId} and "id" = ${draft.voice_file_id}`);
    if (file?.approval === 'rejected' || file?.is_active === 0)
      throw invalid('voice_file_id', 'This recording was rejected or is not active');
    const number = await tx.row<{ is_active: number }>(sql`
      select "is_active" from "obd_service_numbers" where "tenant_id" = ${session.tenantId} and "id" = ${draft.service_number_id}`);
    if (number?.is_active === 0) throw invalid('service_number_id', 'This service number is not active');
    if (draft.schedule_at) startTime(draft.schedule_at, { name: 'schedule_at', title: 'Starts at' }, services.now());
    await checkAudience(draft.audience_id, context);
    if (draft.phones_file === undefined) return draft;
    const { address, bytes } = await storeFile(draft.phones_file, numbers, context);
    if (bytes) checkNumbers(phonesOf(addressRows(bytes.toString('utf8'), await captureRulesOf(tx, session.tenantId))).size);
    return { ...draft, phones_file: address };
  },
  /** It starts by itself, now or at its time; the recording must be approved by then. */
  async afterWrite(row, before, { tx, session, services }) {
    if (before) return;
    await queueCalls(tx, services, session, row.id, row.schedule_at ? new Date(row.schedule_at) : undefined);
  },
  /** Counted for a campaign's own page; a list does without, to stay within its three statements. */
  asked: Object.fromEntries((['answered', 'busy', 'no_answer', 'failed'] as const).map((name) => [name, callTexts(name)])),
  async present(rows, context, of) {
    const { tx, session } = context;
    const ids = of === 'list' ? [] : rows.map(({ id }) => id);
    const figures = ids.length
      ? await voiceFiguresOf(tx, session.tenantId, ids, scopeOf(voiceCalls, session))
      : new Map<string, VoiceFigures>();
    return rows.map((row) => {
      const counted = figures.get(row.id);
      const results = counted ? { totals: counted, unknown_calls: counted.unknown || null } : {};
      return { ...row, ...results, phones_file: shownFile(row.phones_file, context) };
    });
  },
};

/** The calls of each campaign with this outcome that the reader sees, as a text; nothing where there is none. */
function callTexts(status: (typeof callStatuses)[number]): NonNullable<Hooks['asked']>[string] {
  return (keys, { session }) =>
    sql`select "campaign_id", to_char(count(*), 'FM99,99,99,99,999') from "voice_calls"
      where "tenant_id" = ${session.tenantId} and "campaign_id" = any(${keys.map(String)}::text[]) and "status" = ${status}
        and "deleted_at" is null and ${scopeOf(voiceCalls, session) ?? sql`true`} group by 1`;
}
