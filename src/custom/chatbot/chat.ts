/** Image, pdf, doc, excel, text, video, or unknown. */
export type AttachmentType = 'image' | 'pdf' | 'doc' | 'excel' | 'text' | 'video' | 'unknown';

export interface Attachment {
  /** After a reload only what a list shows of the file (D-127). */
  readonly file: File | Pick<File, 'name' | 'type' | 'size'>;
  /** The URL that picture, player or download read; '' once the file is gone. */
  readonly previewUrl: string;
  /** The URL that a frame may show; '' if the file must not be framed. */
  readonly safeUrl: string;
  readonly type: AttachmentType;
}
/** Whether others can reach the file. A chosen file exists in this browser only. */
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
  /** Index of the open chat; -1 for none. */
  readonly current: number;
}
export const noChats: Chats = { chats: [], current: -1 };
