import type { Outcome } from './ask-once';

/** Channels whose campaigns go through the ledger. */
export const ledgerChannels = ['email', 'sms', 'whatsapp', 'push'] as const;
export type LedgerChannel = (typeof ledgerChannels)[number];

/** A WhatsApp template with its values in order, and the file above its text. */
export interface OutgoingTemplate {
  readonly name: string;
  readonly language: string;
  readonly params: readonly string[];
  readonly header?: { readonly type: 'image' | 'video' | 'document'; readonly link: string };
}
/** What a push message has in addition: where its browser is reached, and what it shows. */
export interface OutgoingPush {
  readonly endpoint: string;
  /** The browser's keys, sealed. */
  readonly keys: string;
  readonly url?: string;
  readonly icon?: string;
}
/** One message as it leaves. `key` is its row in the ledger: it goes with the request and comes back in reports. */
export interface Outgoing {
  readonly key: string;
  readonly to: string;
  readonly subject?: string | null;
  readonly body: string;
  readonly html?: boolean;
  /** The plain text of an HTML email, if it is not to be taken from the HTML. */
  readonly plain?: string;
  /** How an SMS is registered with the Indian operators (DLT). */
  readonly dlt?: { readonly entity: string | null; readonly template: string | null };
  /** The sender of an SMS, or of an email with its name. */
  readonly from?: { readonly name?: string; readonly address: string };
  readonly replyTo?: string;
  /** Where a mail program unsubscribes the reader with one click. */
  readonly unsubscribe?: string;
  readonly template?: OutgoingTemplate;
  readonly push?: OutgoingPush;
}
/** What a provider said when it took a message. */
export interface Taken {
  readonly providerId: string | null;
}
/**
 * What a provider of campaigns must offer, whichever channel. It is asked for a batch; a provider that takes one message at a time
 * is asked for all of them at once. Never inside a transaction.
 */
export interface Sender {
  readonly name: string;
  /** Messages that it takes at a time: what a stop still lets through, and what a kill can leave unknown. */
  readonly atOnce: number;
  /** An outcome for each message, in their order. Throws nothing: what cannot be known is `unknown`. */
  send(messages: readonly Outgoing[]): Promise<readonly Outcome<Taken>[]>;
  /** What became of a key; undefined: the provider cannot say, which is not a no. */
  find?(key: string): Promise<Taken | undefined>;
}

/** What a provider reports later about a message, by our key or by its own id. */
export interface DeliveryReport {
  readonly key?: string | null;
  readonly providerId?: string | null;
  readonly state: 'sent' | 'delivered' | 'read' | 'clicked' | 'replied' | 'failed' | 'opted_out';
  readonly error?: string | null;
  readonly at: Date;
}

/** What a person wrote back. */
export interface Reply {
  /** With the country's code: +919800000001. */
  readonly from: string;
  readonly text: string;
}
