import type { EnterpriseTemplate } from '../../src/schemas/calls/whatsapp';
import type { OutgoingTemplate } from './sender';

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
  readonly template?: OutgoingTemplate;
}
/** A template as it is handed in; `id` is the provider's own where it has the template already. */
export interface SubmittedTemplate {
  readonly id?: string | undefined;
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly header:
    | { readonly type: 'TEXT'; readonly text: string }
    | { readonly type: 'IMAGE' | 'VIDEO' | 'DOCUMENT'; readonly link: string }
    | null;
  readonly body: string;
  /** One for each placeholder of the body. */
  readonly samples: readonly string[];
  readonly footer: string | null;
  readonly buttons: readonly {
    readonly type: string;
    readonly text: string;
    readonly url?: string | null;
    readonly phone?: string | null;
  }[];
}
/** What a WhatsApp provider must offer. Every call may take seconds: never inside a transaction. */
export interface Whatsapp {
  templates(known: readonly EnterpriseTemplate[]): Promise<readonly EnterpriseTemplate[]>;
  /** Hands a template in for review, or its changed text again; what the provider says of it now. Throws Problem 422 with its reason. */
  submit(template: SubmittedTemplate): Promise<string>;
  /** The provider's id of the picture. */
  upload(image: WhatsappImage): Promise<string>;
  /** What a customer sent, by the provider's id. Throws Problem 413 when it is larger than `mostMedia`. */
  media(id: string): Promise<Buffer>;
  /** `waUserId` null: the number is not on WhatsApp. `phone` is E.164. */
  customer(phone: string): Promise<{ readonly waUserId: string | null }>;
  /** The provider's id of the message. */
  send(message: WhatsappMessage): Promise<string>;
}
