import sql, { empty, type Sql } from 'sql-template-tag';
import type { JourneyKind } from '../../../src/schemas/kit/lead-journey';
import type { Session } from '../../context/session';

/** A kind of entry and the select that gives it: "kind", "id", "at", "user_id", "detail". */
export interface Branch {
  readonly kind: JourneyKind;
  readonly select: Sql;
}
export interface JourneyOf {
  readonly session: Session;
  readonly leadId: string;
  /** Call actions of that Stage Tag only. */
  readonly group: string | undefined;
}

/** Rows of a table that belong to the lead. */
export const ofLead = ({ session, leadId }: JourneyOf, alias: Sql): Sql =>
  sql`${alias}."tenant_id" = ${session.tenantId} and ${alias}."lead_id" = ${leadId} and ${alias}."deleted_at" is null`;

/** A time inside JSON as every answer writes it. */
export const iso = (time: Sql): Sql => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const inGroup = (group: string | undefined): Sql => (group ? sql`and c."group" = ${group}` : empty);
