import sql, { type Sql } from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { customFieldRecords } from '../../src/schemas/kit/named-resources';
import type { Context } from '../context/context';
import { tableName } from '../store/identifiers';
import { rememberedTexts } from './remembered-texts';

/** The keys of the custom fields that an entity has now. */
export interface LiveCustomKeys {
  /** What the labels' statement asks for them; nothing while they are remembered. */
  readonly asked: readonly Sql[];
  /** The keys, with what the statement answered: `custom <key>`. */
  among(answered: ReadonlyMap<string, string>): ReadonlySet<string>;
}

export function liveCustomKeys(entity: string, { tx, session, services }: Context): LiveCustomKeys {
  const fields = resourceNamed(customFieldRecords);
  const memory = tx.hasWritten(tableName(fields)) ? undefined : rememberedTexts(services.store, session.tenantId, fields);
  const place = `keys of ${entity}`;
  const known = memory?.textOf(place);
  if (known !== undefined) return { asked: [], among: () => new Set(known.split(' ')) };
  return {
    asked: [
      sql`select 'custom'::text as "to", "key"::text as "key", '' as "text" from "custom_fields" where tenant_id = ${session.tenantId}
        and entity = ${entity} and deleted_at is null`,
    ],
    among(answered) {
      const keys = [...answered.keys()].flatMap((name) => (name.startsWith('custom ') ? name.slice('custom '.length) : []));
      memory?.keep(place, keys.join(' '));
      return new Set(keys);
    },
  };
}
