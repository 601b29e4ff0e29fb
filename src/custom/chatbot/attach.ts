import type { Attachment, AttachmentType } from './chat';

/** The file types that the file dialog offers. */
export const accepted = '.pdf,image/*,.doc,.docx,.xls,.xlsx,.txt,video/*';

const types: Readonly<Record<string, AttachmentType>> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'doc',
  'application/vnd.ms-excel': 'excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'excel',
  'text/plain': 'text',
};

/** Decided by the file's media type only. */
export function attachmentType(mediaType: string): AttachmentType {
  if (mediaType.startsWith('image/')) return 'image';
  if (mediaType.startsWith('video/')) return 'video';
  return types[mediaType] ?? 'unknown';
}

/** A chosen file. Only types that the browser displays natively and without scripts get a URL for a frame. */
export function attach(file: File): Attachment {
  const type = attachmentType(file.type);
  const previewUrl = URL.createObjectURL(file);
  return { file, previewUrl, safeUrl: type === 'pdf' || type === 'text' ? previewUrl : '', type };
}
