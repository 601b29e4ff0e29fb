import type { Fill } from '../domain/placeholders';
import type { Tx } from '../store/store';

export type ChannelName = 'email' | 'sms' | 'whatsapp' | 'voice';
export interface Message {
  readonly channel: ChannelName;
  readonly to: string;
  readonly subject?: string;
  readonly body: string;
  /** The values of the lead in body and subject: roles that must not see them are shown the text without them. */
  readonly fills?: readonly Fill[];
  readonly subjectFills?: readonly Fill[];
  /** The body of this email is HTML; it is sent with a plain text version. */
  readonly html?: boolean;
  /** Its plain text version, where it has one of its own. */
  readonly plain?: string;
  /** The person who wrote this one message; none of campaigns, automation and the product itself. */
  readonly sentBy?: string;
  /** A stored file that goes along with an email, as the outbox says it: 'files/<id>#<name>'. */
  readonly attachment?: string;
  /** The sender id of an SMS, where it is not the provider's own. */
  readonly from?: string;
  /** How an SMS is registered with the Indian operators (DLT). */
  readonly dlt?: { readonly entity: string | null; readonly template: string | null };
  /** The lead that it is written to. */
  readonly leadId?: string;
  /** A message that waits for sending hours (D-144). */
  readonly notBefore?: Date;
  /** Advertising, as its template's category says: it counts for the frequency cap. */
  readonly promotional?: boolean;
  /** What people need to sign in is sent also when the tenant has switched off the channel (D-019). A code always is. */
  readonly forSignIn?: true;
  /** A one-time code, printed by the sandbox (run contract). */
  readonly code?: string;
}
/** Ports to the outside: the adapter is chosen by configuration; without one the sandbox keeps and prints the message (D-143). */
export interface Channels {
  /** Records the message in the outbox within the transaction; it leaves after commit. */
  send(tx: Tx, tenantId: string, message: Message): Promise<{ readonly id: string }>;
}
