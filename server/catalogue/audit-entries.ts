import type { TimelineEntry } from '../../src/schemas/calls/timeline';
import { resources } from '../../src/schemas/kit/all';
import { keyOf, systemColumns, titleOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import { isAdministrator } from '../../src/schemas/kit/roles';
import { storedFields } from '../../src/schemas/kit/stored-fields';
import type { Session } from '../context/session';
import { tableName } from '../store/identifiers';
import { rulesOf, veilChange } from './field-rules';

/** A row of the audit table, with the name and address of its user. */
export interface AuditRow {
  readonly seq: number;
  readonly at: string;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly user_email: string | null;
  readonly table_name: string;
  readonly row_key: string;
  readonly op: 'insert' | 'update' | 'delete';
  readonly old: Readonly<AnyRow> | null;
  readonly new: Readonly<AnyRow> | null;
  readonly ip: string | null;
  readonly agent: string | null;
  readonly reason: string | null;
}

export function entryOf(stored: AuditRow, reader: Session): TimelineEntry {
  const resource = byTable.get(stored.table_name);
  const row = resource ? withNamesOfNow(stored, resource, reader) : stored;
  const oldData = veilChange(resource, reader, without(row.old, row.op));
  const newData = veilChange(resource, reader, without(row.new, row.op));
  return {
    id: row.seq,
    created_at: row.at,
    updated_at: row.at,
    modifiedBy: { name: row.user_name ?? 'System', email: row.user_email },
    tableAffected: row.table_name,
    ...(resource ? { table_label: resource.label } : {}),
    record_id: row.row_key,
    property: propertyOf(row, resource, reader),
    ipAddress: row.ip,
    userAgent: row.agent,
    oldData,
    newData,
    reason: row.reason,
  };
}

const byTable = new Map(resources.map((resource) => [tableName(resource), resource]));

/**
 * Values of a field that has another name now stand under that one, where a role's rules find them. Of a field that is gone nobody
 * knows whom its rule was for: a role with rules does not see it.
 */
function withNamesOfNow(row: AuditRow, resource: AnyResource, reader: Session): AuditRow {
  const known = new Set([...Object.keys(storedFields(resource)), ...systemColumns, keyOf(resource).name]);
  const renamed = new Map(Object.entries(resource.renamed ?? {}));
  const has = rulesOf(resource, reader).size > 0 || reader.fieldRules?.some((rule) => rule.resource === resource.name) === true;
  const hides = has && !isAdministrator(reader);
  const ofNow = (values: AuditRow['old']): AuditRow['old'] =>
    values &&
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const now = known.has(name) ? name : (renamed.get(name) ?? name);
        return hides && !known.has(now) ? [] : [[now, value]];
      }),
    );
  const isOfNow = [row.old, row.new].every((values) => Object.keys(values ?? {}).every((name) => known.has(name)));
  return isOfNow ? row : { ...row, old: ofNow(row.old), new: ofNow(row.new) };
}
/** The server updates these with every change; they are of no interest to a reader. */
const stamps: ReadonlySet<string> = new Set(['updated_at', 'updated_by', 'row_version']);

function propertyOf({ op, old, new: now }: AuditRow, resource: AnyResource | undefined, reader: Session): string {
  if (op === 'insert') return 'Created';
  if (op === 'delete') return 'Deleted';
  if (old && 'deleted_at' in old) return now?.['deleted_at'] ? 'Deleted' : 'Restored';
  const rules = resource && rulesOf(resource, reader);
  const changed = Object.keys(now ?? {}).filter((field) => !stamps.has(field) && rules?.get(field) !== 'hidden');
  const titles = changed.map((field) => (resource ? titleOf(resource, field) : field));
  if (!titles.length) return 'Saved';
  return titles.length <= 3 ? titles.join(', ') : `${titles.slice(0, 3).join(', ')}, +${titles.length - 3}`;
}

function without(values: AuditRow['old'], op: AuditRow['op']): AnyRow {
  const entries = Object.entries(values ?? {});
  return Object.fromEntries(op === 'update' ? entries.filter(([name]) => !stamps.has(name)) : entries);
}
