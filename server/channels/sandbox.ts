import sql from 'sql-template-tag';
import { fillsOf } from './outbox';
import { newId } from '../store/ids';
import type { Channels, Message } from '../context/channels';

/**
 * The channels without a provider (D-143): the message is kept in the outbox and printed as one line.
 * The line is printed once the transaction is committed.
 */
export function makeSandbox(print: (line: string) => void = (line) => process.stdout.write(`${line}\n`)): Channels {
  return {
    async send(tx, tenantId, message) {
      const id = newId();
      await tx.run(sql`
        insert into "outbox_messages" ("tenant_id", "id", "channel", "to", "subject", "body", "code", "provider", "state", "lead_id", "sent_by", "html",
          "fills", "subject_fills", "promotional", "attachment")
        values (${tenantId}, ${id}, ${message.channel}, ${message.to}, ${message.subject ?? null}, ${message.body},
          ${message.code ?? null}, 'sandbox', 'sandbox', ${message.leadId ?? null}, ${message.sentBy ?? null}, ${message.html ?? null},
          ${fillsOf(message.fills)}::jsonb, ${fillsOf(message.subjectFills)}::jsonb, ${message.promotional ?? null},
          ${message.attachment ?? null})`);
      tx.afterCommit(() => print(sandboxLine(message)));
      return { id };
    },
  };
}

/** The line in its fixed format; nothing in it can start a second line. */
export function sandboxLine({ channel, to, subject, code }: Message): string {
  const clean = (text: string): string => text.replaceAll(/[\r\n"]+/g, ' ');
  const parts = [`[sandbox ${channel}] to=${clean(to)}`];
  if (subject !== undefined) parts.push(`subject="${clean(subject)}"`);
  if (code !== undefined) parts.push(`code=${clean(code)}`);
  return parts.join(' ');
}
