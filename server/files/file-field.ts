import { readFile } from 'node:fs/promises';
import sql from 'sql-template-tag';
import { invalid } from '../../src/schemas/kit/problem';
import { startOfBytes } from '../domain/data-url';
import type { Context } from '../context/context';
import type { StoredBytes } from '../context/file-store';
import { storedBytesOf } from './stored-upload';

/** What a file field takes: kinds by extension, with the bytes that such a file begins with (none for plain text). */
export interface FileRule {
  readonly resource: string;
  readonly field: string;
  readonly title: string;
  readonly kinds: Readonly<Record<string, { readonly mime: string; readonly starts?: readonly (readonly number[])[] }>>;
  readonly bytes: number;
}
export interface StoredFieldFile {
  /** 'files/{id}', the value that the record stores. */
  readonly address: string;
  /** The bytes of a new file; none when the record keeps a file it has. */
  readonly bytes?: Buffer;
  /** The type of a new file by its bytes, whatever the sender claims. */
  readonly mime?: string;
}

/**
 * The value of a file field as a client sends it: a part of a multipart body, a data URL in JSON, or the address of a file
 * that this record or this user brought earlier. Returns what the record stores; throws 422 naming the field.
 */
export async function storeFile(value: unknown, rule: FileRule, context: Context, ownerId?: string): Promise<StoredFieldFile> {
  const { field, title, resource } = rule;
  const text = String(value);
  const known = /^(?:\/?api\/)?\/?files\/([0-9A-Z]{26})(?:[?#].*)?$/.exec(text)?.[1];
  if (known) return { address: await ownFile(known, rule, context) };
  const sent = text === `upload:${field}` ? await uploaded(context, rule) : fromDataUrl(text, rule, context);
  const kind = Object.values(rule.kinds).find(
    ({ mime, starts }) =>
      (!sent.extension || rule.kinds[sent.extension]?.mime === mime) &&
      (starts ? starts.some((bytes) => bytes.every((byte, at) => sent.bytes[at] === byte)) : isText(sent.bytes)),
  );
  if (!kind) throw invalid(field, `${title} must be a ${Object.keys(rule.kinds).join(' or ')} file`);
  const stored = await context.services.files.put(context.tx, context.session.tenantId, {
    name: sent.name,
    mime: kind.mime,
    purpose: 'attachment',
    ownerResource: resource,
    ...(ownerId ? { ownerId } : {}),
    stored: sent.stored,
  });
  return { address: `files/${stored.id}`, bytes: sent.bytes, mime: kind.mime };
}

/** The signed address of a stored value, valid for 15 minutes; anything else as it is. */
export function shownFile<V>(value: V, { services, session }: Context): V | string {
  const id = /^files\/([0-9A-Z]{26})$/.exec(String(value))?.[1];
  return id ? services.files.address(id, session.tenantId, session.userId) : value;
}

interface ReadFile {
  readonly name: string;
  readonly extension?: string | undefined;
  readonly bytes: Buffer;
  readonly stored: StoredBytes;
}

async function uploaded({ upload }: Context, { field, title, bytes }: FileRule): Promise<ReadFile> {
  if (!upload) throw invalid(field, `${title} is required`);
  if (upload.size > bytes) throw tooLarge(field, title, bytes);
  return {
    name: upload.name,
    extension: /\.([a-z0-9]{1,8})$/i.exec(upload.name)?.[1]?.toLowerCase(),
    bytes: await readFile(upload.path),
    stored: storedBytesOf(upload),
  };
}

function fromDataUrl(text: string, { field, title, bytes: most, kinds }: FileRule, { sent }: Context): ReadFile {
  const start = startOfBytes(text);
  const file = sent?.get(text);
  if (start === undefined || !file) throw invalid(field, `${title} is not a file`);
  if (((text.length - start) * 3) / 4 > most + 3) throw tooLarge(field, title, most);
  const mime = text.slice(5, start - 1).split(';')[0]!;
  const extension = Object.entries(kinds).find(([, kind]) => kind.mime === mime)?.[0];
  return {
    name: `${field}.${extension ?? 'bin'}`,
    extension: extension ?? 'bin',
    bytes: file.bytes,
    stored: file.stored[0]!,
  };
}

async function ownFile(id: string, { field, title, resource, kinds }: FileRule, { tx, session }: Context): Promise<string> {
  const row = await tx.row<{ mime: string }>(sql`
    select "mime" from "files" where "tenant_id" = ${session.tenantId} and "id" = ${id} and "deleted_at" is null
      and ("owner_resource" = ${resource} or "created_by" = ${session.userId})`);
  if (!row) throw invalid(field, `${title} does not exist`);
  if (!Object.values(kinds).some((kind) => kind.mime === row.mime))
    throw invalid(field, `${title} must be a ${Object.keys(kinds).join(' or ')} file`);
  return `files/${id}`;
}

const tooLarge = (field: string, title: string, bytes: number): Error =>
  invalid(field, `${title} is too large; the maximum is ${Math.floor(bytes / 1024 / 1024)} MB`);
const isText = (bytes: Buffer): boolean => bytes.length > 0 && !bytes.includes(0);
