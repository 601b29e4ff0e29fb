import sql from 'sql-template-tag';
import type { Tx } from '../store/store';
import { northstarColleges } from './colleges';
import type { Office } from './lead-rows';
import { northstar } from './people';
import * as reference from './reference';

/** Northstar's existing data, for leads that are added later; undefined if something its leads depend on is missing. */
export async function loadOffice(tx: Tx, tenantId: string): Promise<Office | undefined> {
  const named = async (statement: ReturnType<typeof sql>): Promise<Map<string, string>> =>
    new Map((await tx.rows<{ id: string; name: string }>(statement)).map((row) => [row.name, row.id]));
  const stages = await named(
    sql`select "id", "stage_name" as name from "lead_stages" where "tenant_id" = ${tenantId} and "deleted_at" is null`,
  );
  const sources = await named(
    sql`select "id", "name" from "lead_sources" where "tenant_id" = ${tenantId} and "deleted_at" is null`,
  );
  const streams = await named(sql`select "id", "name" from "streams" where "tenant_id" = ${tenantId} and "deleted_at" is null`);
  const courses = await tx.rows<{ id: string; name: string; stream_id: string }>(
    sql`select "id", "name", "stream_id" from "courses" where "tenant_id" = ${tenantId} and "deleted_at" is null`,
  );
  const existing = await tx.rows<{ clg_id: number }>(
    sql`select "clg_id" from "colleges" where "tenant_id" = ${tenantId} and "deleted_at" is null`,
  );
  const users = await named(
    sql`select "id", split_part("email", '@', 1) as name from "users" where "tenant_id" = ${tenantId} and "deleted_at" is null`,
  );
  const colleges = northstarColleges().filter(({ id }) => existing.some(({ clg_id: known }) => known === id));
  const owners = northstar.people
    .filter((person) => person.leads > 0 && users.has(person.key))
    .map((person) => [users.get(person.key)!, person.leads] as const);
  const courseMap = new Map(courses.map((one) => [one.name, { id: one.id, streamId: one.stream_id }]));
  const isComplete =
    owners.length > 1 &&
    reference.stages.every(({ name }) => stages.has(name)) &&
    reference.sources.every(({ name }) => sources.has(name)) &&
    reference.courses.every(({ name }) => courseMap.has(name)) &&
    colleges.some((college) => college.streams === 'all');
  return isComplete ? { seed: { tenantId, stages, sources, streams, courses: courseMap }, colleges, owners } : undefined;
}
