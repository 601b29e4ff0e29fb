/** Image, pdf, doc, excel, text, video, or unknown. */
export type AttachmentType = 'image' | 'pdf' | 'doc' | 'excel' | 'text' | 'video' | 'unknown';

export interface Attachment {
  /** After a reload only what a list shows of it (D-127). */
  readonly file: File | Pick<File, 'name' | 'type' | 'size'>;
  /** What its own picture, player or download reads; '' once the file is gone. */
  readonly previewUrl: string;
  /** The address that a frame may show; '' for what must not be framed. */
  readonly safeUrl: string;
  readonly type: AttachmentType;
}
/** Can others reach the file? A chosen one lies in this browser alone. */
export const isPublicAddress = (url: string): boolean => url.startsWith('https://') && URL.canParse(url);

export interface Message {
  readonly sender: 'user' | 'bot';
  readonly text: string;
  /** ISO date and time. */
  readonly timestamp: string;
  readonly attachments?: readonly Attachment[];
}
export interface Chat {
  readonly id: string;
  readonly title: string;
  readonly fullTitle: string;
  readonly preview: string;
  readonly messages: readonly Message[];
  readonly archived: boolean;
}
export interface Chats {
  /** Oldest first. */
  readonly chats: readonly Chat[];
  /** Which of them is open; -1 is none. */
  readonly current: number;
}
export const noChats: Chats = { chats: [], current: -1 };
