import { leadMessageSend } from '../../../src/schemas/calls/lead-messages';
import { mayDo } from '../../../src/schemas/kit/access';
import { channelNames, leadChannels } from '../../../src/schemas/kit/lead-channels';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { leads } from '../../../src/schemas/leads/leads';
import { tellOwner } from '../../channels/whatsapp-chats';
import type { ActValues, BulkAct } from '../../context/hooks';
import { refusedByGate } from '../../lead-events/lead-gate';
import { reachable, writeToLead } from '../../lead-events/send-to-lead';
import { actingOf } from '../../leads/acting';
import { leadOf } from '../../leads/lead-access';
import { mayWrite, templatesOf, writable } from '../../leads/message-rules';
import { noteMessageOut } from '../../leads/note-on-lead';
import { textIn } from './act-values';

/** One template to many leads, each through the gate that a single message goes through. */
export const messageAct: BulkAct<typeof leads> = {
  done: 'Wrote to',
  undoes: null,
  may: (session) => mayDo(session, leadMessageSend.access, 'update') && mayDo(session, leads.access, 'export'),
  async check(values, context) {
    const channel = channelIn(values);
    const refused = await mayWrite(context, channel);
    if (refused) throw problem(403, refused);
    const id = textIn(values, 'template_id', 26);
    const offered = await templatesOf(context, channel);
    if (!offered.some((template) => template.id === id))
      throw invalid('template_id', `Choose a template for ${channelNames[channel]}`);
    return { channel, template_id: id };
  },
  async run(row, values, context) {
    const channel = channelIn(values);
    const lead = await leadOf(context, row.id, 'lock');
    const state = await writable(context, lead, channel);
    if (state.refused) throw problem(409, state.refused.message);
    const { tx, services, session } = context;
    const place = { tx, services, by: session, lead: reachable(lead), sentBy: session.userId };
    const sent = await writeToLead(place, channel, { template_id: textIn(values, 'template_id', 26) });
    if (sent.result !== 'done') throw problem(409, sent.message);
    await noteMessageOut(actingOf(context), lead.id);
    if (state.chat) await tellOwner(tx, session.tenantId, state.chat.id, { message: sent.id });
    return { before: null, after: null };
  },
  refusals: (rows, values, { tx, session, services }) =>
    refusedByGate(tx, session.tenantId, rows.map(reachableRow), channelIn(values), services.now()),
};

function channelIn(values: Readonly<ActValues>): (typeof leadChannels)[number] {
  const channel = leadChannels.find((one) => one === values['channel']);
  if (!channel) throw invalid('channel', 'Choose WhatsApp, SMS or email');
  return channel;
}

const reachableRow = (row: Parameters<NonNullable<typeof messageAct.refusals>>[0][number]) => ({
  id: row.id,
  email: row.email ?? null,
  phone: row.phone ?? null,
  whatsapp_number: row.whatsapp_number ?? null,
  do_not_disturb: row.do_not_disturb ?? null,
  consent: Object.fromEntries(Object.entries(row.consent ?? {}).map(([name, value]) => [name, value !== false])),
});
