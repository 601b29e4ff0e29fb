import { open } from 'node:fs/promises';
import sql from 'sql-template-tag';
import { invalid, type FieldError } from '../../src/schemas/kit/problem';
import { titleOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import { fileKindOf } from '../domain/file-kinds';
import { storedBytesOf } from '../files/stored-upload';
import type { Context, Reply } from '../context/context';
import { withCustomOf } from './custom-specs';
import { rulesOf } from './field-rules';

/**
 * A field of a file holds 'files/<id>#<name>'; an answer shows it as a signed address that lasts 15 minutes, with the name
 * behind '#'. What comes back as such an address is stored as the former again. An address elsewhere on the web stays as it is.
 */
const stored = /^files\/([\w-]{10,40})(#.*)?$/;
const shown = /^\/api\/files\/([\w-]{10,40})\?[^#]*(#.*)?$/;

export const hasFiles = (resource: AnyResource): boolean =>
  Boolean(resource.files?.length) || resource.customFields !== undefined;

/** `POST res/{resource}/upload` {field, file}: stores the bytes and returns the value for the field. */
export async function uploadFile(resource: AnyResource, context: Context): Promise<Reply> {
  const { session, upload, body } = context;
  const field = String(body['field'] ?? '');
  const full = field.startsWith('custom.') ? await withCustomOf(resource, context) : resource;
  if (!full.files?.includes(field) || rulesOf(resource, session).has(field))
    throw invalid('field', 'This field does not accept files');
  if (!upload) throw invalid(field, `${titleOf(full, field)}: choose a file`);
  const { value, size } = await saveUpload(resource, field, upload, context);
  return { data: { value, address: addressOf(value, context), name: upload.name, size } };
}

/** The draft, with the file of the same multipart body stored and its field set to the value that the record holds. */
export async function withUpload(resource: AnyResource, values: AnyRow, context: Context): Promise<AnyRow> {
  const field = resource.files?.find((name) => values[name] === `upload:${name}`);
  if (field === undefined) return values;
  if (context.upload?.field !== field) throw invalid(field, `${titleOf(resource, field)}: choose a file`);
  const { value } = await saveUpload(resource, field, context.upload, context);
  return { ...values, [field]: value };
}

async function saveUpload(
  resource: AnyResource,
  field: string,
  upload: NonNullable<Context['upload']>,
  { services, tx, session }: Context,
): Promise<{ value: string; size: number }> {
  const kind = fileKindOf(field, upload.name, await headOf(upload.path));
  if (typeof kind === 'string') throw invalid(field, kind);
  const purpose = kind.mime.startsWith('image/') ? 'picture' : 'attachment';
  const { id, size } = await services.files.put(tx, session.tenantId, {
    name: upload.name,
    mime: kind.mime,
    purpose,
    ownerResource: resource.name,
    stored: storedBytesOf(upload),
  });
  return { value: `files/${id}#${encodeURIComponent(upload.name.slice(-120))}`, size };
}

/** The values with shown addresses as they are stored; an error for what is neither a file of this resource nor a web address. */
export async function storedFileValues(
  resource: AnyResource,
  values: Readonly<AnyRow>,
  { tx, session }: Pick<Context, 'tx' | 'session'>,
): Promise<{ readonly values: AnyRow; readonly errors: FieldError[] }> {
  if (!hasFiles(resource)) return { values: { ...values }, errors: [] };
  const kept: AnyRow = { ...values };
  const named: { path: string; id: string }[] = [];
  const errors: FieldError[] = [];
  const keep = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => keep(one, path));
    if (typeof value !== 'string') return value;
    const match = stored.exec(value) ?? shown.exec(value);
    if (!match) {
      if (resource.files?.includes(path) && value !== `upload:${path}` && !isHarmless(value))
        errors.push({ path, message: `${titleOf(resource, path)} must be a file or a web address` });
      return value;
    }
    named.push({ path, id: match[1]! });
    return `files/${match[1]}${match[2] ?? ''}`;
  };
  for (const name of resource.files ?? []) if (Object.hasOwn(kept, name)) kept[name] = keep(kept[name], name);
  const custom = resource.customFields ? kept['custom'] : undefined;
  if (typeof custom === 'object' && custom !== null && !Array.isArray(custom))
    kept['custom'] = Object.fromEntries(Object.entries(custom).map(([key, value]) => [key, keep(value, `custom.${key}`)]));
  if (!named.length) return { values: kept, errors };
  const known = await tx.rows<{ id: string }>(sql`
    select "id" from "files" where "tenant_id" = ${session.tenantId} and "owner_resource" = ${resource.name} and "deleted_at" is null
      and "id" = any(${named.map((one) => one.id)}::text[])`);
  const ids = new Set(known.map((row) => row.id));
  for (const { path, id } of named)
    if (!ids.has(id)) errors.push({ path, message: `${titleOf(resource, path)}: file not found` });
  return { values: kept, errors };
}

/** People open it with a click, so scripts and HTML pages are not allowed. `data:` contents are recordings and lists. */
function isHarmless(address: string): boolean {
  if (!URL.canParse(address, 'https://x')) return false;
  const { protocol, href } = new URL(address, 'https://x');
  return protocol === 'data:' ? !/^data:[^,]*(html|xml|svg|script)/i.test(href) : protocol === 'https:' || protocol === 'http:';
}

/** The row with its files as addresses. */
export function withAddresses<R extends AnyRow>(resource: AnyResource, row: R, context: Context): R {
  if (!hasFiles(resource)) return row;
  const changed: AnyRow = {};
  for (const name of resource.files ?? []) {
    const value = row[name];
    if (isStored(value)) changed[name] = addressOf(value, context);
    else if (Array.isArray(value))
      changed[name] = value.map((one) => (isStored(one) ? addressOf(one, context) : (one as unknown)));
  }
  const custom = resource.customFields ? row['custom'] : undefined;
  if (typeof custom === 'object' && custom !== null && Object.values(custom).some(isStored))
    changed['custom'] = Object.fromEntries(
      Object.entries(custom).map(([key, value]) => [key, isStored(value) ? addressOf(value, context) : value]),
    );
  return Object.keys(changed).length ? { ...row, ...changed } : row;
}

const isStored = (value: unknown): value is string => typeof value === 'string' && stored.test(value);

function addressOf(value: string, { services, session }: Context): string {
  const [, id = '', name = ''] = stored.exec(value) ?? [];
  return `${services.files.address(id, session.tenantId, session.userId)}${name}`;
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
