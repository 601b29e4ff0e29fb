import sql from 'sql-template-tag';
import * as placesCalls from '../../../src/schemas/calls/places';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';

export const handlers: Handlers = {
  ...handle(placesCalls.citiesByStates, citiesByStates),
  ...handle(placesCalls.coursesByStreams, coursesByStreams),
};

/** Active cities of the states of these names. */
async function citiesByStates({
  tx,
  session,
  body,
}: CallContext<typeof placesCalls.citiesByStates>): Promise<CallReply<typeof placesCalls.citiesByStates>> {
  const rows = await tx.rows<placesCalls.Place>(sql`
    select c."id", c."name", s."value" as "state" from "cities" c
    join "states" s on s."tenant_id" = c."tenant_id" and s."id" = c."state_id" and s."deleted_at" is null
    where c."tenant_id" = ${session.tenantId} and c."deleted_at" is null and c."status" = 1
      and lower(s."value") = any(${lower(body.states)}::text[]) order by s."value", lower(c."name") limit 1000`);
  return { data: rows };
}

/** Active courses of the streams of these names. */
async function coursesByStreams({
  tx,
  session,
  body,
}: CallContext<typeof placesCalls.coursesByStreams>): Promise<CallReply<typeof placesCalls.coursesByStreams>> {
  const rows = await tx.rows<placesCalls.Place>(sql`
    select c."id", c."name", s."name" as "stream" from "courses" c
    join "streams" s on s."tenant_id" = c."tenant_id" and s."id" = c."stream_id" and s."deleted_at" is null
    where c."tenant_id" = ${session.tenantId} and c."deleted_at" is null and c."status" = 1
      and lower(s."name") = any(${lower(body.streams)}::text[]) order by s."name", lower(c."name") limit 1000`);
  return { data: rows };
}

const lower = (names: readonly string[]): string[] => names.map((name) => name.trim().toLowerCase());
