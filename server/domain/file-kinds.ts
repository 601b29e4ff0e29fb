/** File types that a form accepts, recognised by their first bytes; a name with another type is refused. */
interface FileKind {
  readonly mime: string;
  readonly endings: readonly string[];
  readonly is: (head: Buffer) => boolean;
}
const starts =
  (...bytes: readonly number[]) =>
  (head: Buffer): boolean =>
    bytes.every((byte, index) => head[index] === byte);
const at =
  (offset: number, text: string) =>
  (head: Buffer): boolean =>
    head.subarray(offset, offset + text.length).toString('latin1') === text;

const pictures: readonly FileKind[] = [
  { mime: 'image/png', endings: ['png'], is: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { mime: 'image/jpeg', endings: ['jpg', 'jpeg'], is: starts(0xff, 0xd8, 0xff) },
  { mime: 'image/webp', endings: ['webp'], is: (head) => at(0, 'RIFF')(head) && at(8, 'WEBP')(head) },
  { mime: 'image/gif', endings: ['gif'], is: at(0, 'GIF8') },
];
const zip = starts(0x50, 0x4b, 0x03, 0x04);
const office = 'application/vnd.openxmlformats-officedocument';
const documents: readonly FileKind[] = [
  { mime: 'application/pdf', endings: ['pdf'], is: at(0, '%PDF-') },
  { mime: `${office}.wordprocessingml.document`, endings: ['docx'], is: zip },
  { mime: `${office}.spreadsheetml.sheet`, endings: ['xlsx'], is: zip },
  { mime: 'text/csv', endings: ['csv'], is: (head) => !head.includes(0) },
];
const sounds: readonly FileKind[] = [
  { mime: 'audio/mpeg', endings: ['mp3'], is: (head) => at(0, 'ID3')(head) || (head[0] === 0xff && (head[1]! & 0xe0) === 0xe0) },
  { mime: 'audio/wav', endings: ['wav'], is: (head) => at(0, 'RIFF')(head) && at(8, 'WAVE')(head) },
];
const films: readonly FileKind[] = [{ mime: 'video/webm', endings: ['webm'], is: starts(0x1a, 0x45, 0xdf, 0xa3) }];

/** A field that is named after a picture takes pictures only. */
const isPicture = (field: string): boolean => /logo|image|picture|photo|avatar|icon|banner/.test(field);

/** The type of the file, or a sentence that says what the field accepts. */
export function fileKindOf(field: string, name: string, head: Buffer): { readonly mime: string } | string {
  const allowed = isPicture(field) ? pictures : [...pictures, ...documents, ...sounds, ...films];
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const kind = allowed.find((one) => one.endings.includes(ending));
  if (!kind) return `Only ${allowed.map((one) => one.endings[0]).join(', ')} files can be uploaded here`;
  return kind.is(head) ? { mime: kind.mime } : `The content does not match the file type ${ending}`;
}
