import type { LeadGenBroadcast, leadGenBroadcasts } from '../../../src/schemas/automation/lead-gen-broadcasts';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { templateOf } from '../../lead-events/send-to-lead';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

/** The template must belong to the channel; a broadcast that was sent or is being sent cannot be changed. */
export const hooks: Hooks<typeof leadGenBroadcasts> = {
  async beforeCreate(draft, context) {
    await checkTemplate(draft, context);
    return { ...draft, state: 'draft' };
  },
  async beforeUpdate(patch, before, context) {
    refuseSent(before);
    if ('template_id' in patch || 'channel' in patch) await checkTemplate({ ...before, ...patch }, context);
    return patch;
  },
  async beforeDelete(row) {
    if (row.state === 'sending') throw problem(409, 'This broadcast is being sent. Please wait until it is done.');
  },
};

function refuseSent(row: LeadGenBroadcast): void {
  if (row.state === 'sending' || row.state === 'sent')
    throw problem(409, `This broadcast is ${row.state === 'sent' ? 'sent' : 'being sent'} and cannot be changed.`);
}

async function checkTemplate(record: Partial<LeadGenBroadcast>, { tx, session }: Context): Promise<void> {
  const { channel, template_id } = record;
  const template = channel && (await templateOf(tx, session.tenantId, channel, { template_id }));
  if (!template) throw invalid('template_id', 'This channel has no active template with that ID');
}
