import type { TimelineEntry } from '../../src/schemas/calls/timeline';
import { resources } from '../../src/schemas/kit/all';
import { titleOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
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

export function entryOf(row: AuditRow, reader: Session): TimelineEntry {
  const resource = byTable.get(row.table_name);
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
