import sql from 'sql-template-tag';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { smsTemplates } from '../../../src/schemas/marketing/sms-templates';
import type { Handlers, Reply } from '../../context/context';
import { handleAction, type ActionContext } from '../../context/handle-action';

export const handlers: Handlers = {
  ...handleAction(smsTemplates, 'sendTest', sendTest),
};

const perHour = 10;

/** One test message to one number, at most ten per user and hour (D-130). */
async function sendTest({ query, body, session, services, tx }: ActionContext<typeof smsTemplates, 'sendTest'>): Promise<Reply> {
  const given = { ...query, ...body };
  const text = typeof given['body'] === 'string' ? given['body'].trim() : '';
  const phone = typeof given['phone'] === 'string' ? given['phone'].replaceAll(/[\s-]/g, '') : '';
  if (!text) throw invalid('body', 'Message is required');
  if (text.length > 2000) throw invalid('body', 'Message can have up to 2000 characters');
  if (!/^\+?[0-9]{10,15}$/.test(phone)) throw invalid('phone', 'Enter one phone number');
  const key = `sms-test:${session.tenantId}:${session.userId}`;
  const counted = await tx.row<{ n: number }>(sql`select add_attempt(${key}, 3600) as n`);
  if (Number(counted?.n) > perHour)
    throw problem(429, `You can send up to ${perHour} test messages per hour. Please try again later.`);
  await services.channels.send(tx, session.tenantId, { channel: 'sms', to: phone, body: text });
  return { message: 'Test message sent.' };
}
