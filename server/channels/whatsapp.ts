import type { EnterpriseTemplate } from '../../src/schemas/calls/whatsapp';

export interface WhatsappImage {
  readonly bytes: Buffer;
  readonly mime: string;
  readonly name: string;
}
/** A message as it leaves; `mediaId` is the provider's own (`upload`), a template's values fill {{1}}, {{2}} and so on. */
export interface WhatsappMessage {
  /** Our own id, which is sent along and comes back in the provider's reports. */
  readonly key: string;
  /** Digits only. */
  readonly to: string;
  readonly type: 'text' | 'image' | 'document' | 'video' | 'audio' | 'template';
  readonly text: string | null;
  readonly mediaId: string | null;
  readonly template?: { readonly name: string; readonly language: string; readonly params: readonly string[] };
}
/** What a WhatsApp provider must offer. Every call may take seconds: never inside a transaction. */
export interface Whatsapp {
  templates(known: readonly EnterpriseTemplate[]): Promise<readonly EnterpriseTemplate[]>;
  /** The provider's id of the picture. */
  upload(image: WhatsappImage): Promise<string>;
  /** What a customer sent, by the provider's id. Throws Problem 413 when it is larger than `mostMedia`. */
  media(id: string): Promise<Buffer>;
  /** `waUserId` null: the number is not on WhatsApp. `phone` is E.164. */
  customer(phone: string): Promise<{ readonly waUserId: string | null }>;
  /** The provider's id of the message. */
  send(message: WhatsappMessage): Promise<string>;
}
