import sql from 'sql-template-tag';
import type { AnyRow } from '../../src/schemas/kit/resource';
import { day, iso } from './office-hours';
import type { SeedContext } from './seed-context';

const hour = day / 24;
const minute = hour / 60;

/** Conversations of the demo tenant with leads of its counsellors: open ones, resolved ones, one begun by us, and two that wait. */
export async function addChats({ tx, add, now, most, office, luck }: SeedContext): Promise<void> {
  const { tenantId } = office.seed;
  const leads = await tx.rows<{ id: string; name: string; phone: string; user_id: string }>(sql`
    select "id", "name", "phone", "user_id" from (
      select "id", "name", "phone", "user_id", row_number() over (partition by "user_id" order by "created_at" desc, "id") as n
      from "leads" where "tenant_id" = ${tenantId} and "user_id" is not null and "phone" is not null and "deleted_at" is null) one
    where n <= 5 order by n, "user_id" limit ${Math.min(most, 40)}`);
  const chats: AnyRow[] = [];
  const talks: (readonly [number, Talk])[] = [];
  for (const [i, lead] of leads.entries()) {
    const talk = talksOf[i % talksOf.length]!;
    const ended = now - talk.hoursAgo * hour - luck.whole(0, 50) * minute;
    chats.push(chatOf(lead.phone, lead.name, talk, ended, { lead_id: lead.id }));
    talks.push([ended, talk]);
  }
  for (const [i, name] of ['Farhan Qureshi', 'Ishita Bose'].slice(0, most > 3 ? 2 : 0).entries()) {
    const ended = now - (i + 1) * 20 * minute;
    chats.push(chatOf(`+9198111000${i}7`, name, waiting, ended, { lead_id: null }));
    talks.push([ended, waiting]);
  }
  const ids = await add('whatsapp_chats', chats);
  await add(
    'whatsapp_messages',
    talks.flatMap(([ended, { lines, unseen, begun }], at) =>
      lines.map(([direction, text], line) => ({
        chat_id: ids[at],
        direction,
        type: begun && line === 0 ? 'template' : 'text',
        text,
        fills: [],
        status: direction === 'in' ? 'delivered' : line === lines.length - 1 ? 'delivered' : 'read',
        is_business_initiated: Boolean(begun) && line === 0,
        seen: direction === 'out' || line < lines.length - unseen,
        sent_at: iso(ended - (lines.length - 1 - line) * 4 * minute),
      })),
    ),
  );
}

interface Talk {
  readonly state: 'open' | 'pending' | 'resolved';
  readonly hoursAgo: number;
  /** How many of the last messages the owner has not seen. */
  readonly unseen: number;
  /** It started with a template that we sent. */
  readonly begun?: true;
  readonly lines: readonly (readonly ['in' | 'out', string])[];
}

const chatOf = (phone: string, name: string, talk: Talk, ended: number, of: AnyRow): AnyRow => {
  const lastIn = talk.lines.findLastIndex(([direction]) => direction === 'in');
  return {
    wa_user_id: phone.replaceAll(/\D/g, ''),
    name,
    phone,
    conversation_status: talk.state,
    is_business_initiated: Boolean(talk.begun),
    last_message: talk.lines.at(-1)![1],
    last_fills: [],
    last_message_at: iso(ended),
    last_in_at: lastIn < 0 ? null : iso(ended - (talk.lines.length - 1 - lastIn) * 4 * minute),
    ...of,
  };
};

const talksOf: readonly Talk[] = [
  {
    state: 'open',
    hoursAgo: 1,
    unseen: 2,
    lines: [
      ['in', 'Hello, is the hostel full for the *July* intake?'],
      ['out', 'Good morning! There are still 14 rooms. Shall I hold one for you until Friday?'],
      ['in', 'Yes please.'],
      ['in', 'What is the fee for a year?'],
    ],
  },
  {
    state: 'pending',
    hoursAgo: 20,
    unseen: 0,
    lines: [
      ['in', 'I have uploaded my 12th mark sheet.'],
      ['out', 'Thank you, our office will check it today.'],
    ],
  },
  {
    state: 'open',
    hoursAgo: 40,
    unseen: 0,
    begun: true,
    lines: [['out', 'Hi, your application is waiting for two documents. Reply here and we will help you.']],
  },
  {
    state: 'resolved',
    hoursAgo: 90,
    unseen: 0,
    lines: [
      ['in', 'Is there a bus from Shivajinagar to the campus?'],
      ['out', 'There is, every 20 minutes from gate 2.'],
      ['in', 'Perfect, thanks!'],
    ],
  },
];
const waiting: Talk = {
  state: 'open',
  hoursAgo: 0,
  unseen: 1,
  lines: [['in', 'Hi, I saw your page. Which MBA colleges are in Pune?']],
};
