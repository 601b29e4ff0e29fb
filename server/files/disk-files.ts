import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import { newId } from '../store/ids';
import type { Secrets } from '../store/secrets';
import type { FileStore } from '../context/file-store';
import { signAddress } from './signed-address';
import { writeWhole } from './write-file';

/**
 * Files under DATA_DIR/files/<tenant>/<two letters>/<random>. The row is written after the bytes, so a row always has its bytes.
 */
export function makeDiskFiles(dataDir: string, secrets: Secrets, now: () => Date): FileStore {
  const root = filesFolder(dataDir);
  return {
    async store(tenantId, source) {
      const random = randomBytes(24).toString('base64url');
      const key = `${tenantId}/${random.slice(0, 2).toLowerCase()}/${random}`;
      return { key, ...(await writeWhole(source, join(root, key))) };
    },
    async put(tx, tenantId, file) {
      const id = newId();
      const { key, ...written } = file.stored;
      await tx.run(sql`
        insert into "files" ("tenant_id", "id", "name", "mime", "size", "sha256", "storage_key", "purpose", "owner_resource", "owner_id")
        values (${tenantId}, ${id}, ${cleanName(file.name)}, ${file.mime.slice(0, 120)}, ${written.size}::bigint, ${written.sha256},
          ${key}, ${file.purpose}, ${file.ownerResource ?? null}, ${file.ownerId ?? null})`);
      return { id, ...written };
    },
    async pathOf(tx, tenantId, id) {
      const row = await tx.row<{ storage_key: string; name: string; mime: string; size: number; sha256: string }>(sql`
        select "storage_key", "name", "mime", "size", "sha256" from "files"
        where "tenant_id" = ${tenantId} and "id" = ${id} and "deleted_at" is null`);
      const path = row && join(root, row.storage_key);
      if (!row || !path || !(await exists(path))) throw problem(404, 'This file no longer exists.');
      return { path, name: row.name, mime: row.mime, size: Number(row.size), sha256: row.sha256 };
    },
    address: (id, tenantId, userId) => signAddress(secrets, id, { tenantId, userId }, now()),
  };
}

export const filesFolder = (dataDir: string): string => join(dataDir, 'files');

/** A name without path, control and direction characters, at most 200 long; the bytes never are under it. */
export function cleanName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  const clean = base.replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  return clean.slice(-200) || 'file';
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
