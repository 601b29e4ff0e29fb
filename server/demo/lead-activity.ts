import type { AnyRow } from '../../src/schemas/kit/resource';
import { sandboxCost, sandboxNumbers } from '../channels/sandbox-telephony';
import { json } from '../store/parameters';
import type { CollegeSeed } from './colleges';
import type { LeadBatch } from './lead-batch';
import type { Life } from './lead-life';
import { iso } from './office-hours';
import type { Chance } from './random';
import type { TenantSeed } from './seed-tenant';

/** A lead that someone works on. */
interface Owned {
  readonly id: string;
  readonly owner: string;
  readonly phone: string;
  readonly life: Life;
  readonly college: CollegeSeed;
  readonly course: string;
  readonly source: unknown;
}
export function addCalls(batch: LeadBatch, seed: TenantSeed, { id, owner, phone, life }: Owned, luck: Chance): void {
  for (const call of life.calls) {
    const cost = call.direction === 'outbound' && call.talk ? sandboxCost(call.talk) : null;
    batch.calls.push({
      tenant_id: seed.tenantId,
      id: luck.id(call.at),
      lead_id: id,
      user_id: owner,
      direction: call.direction,
      phone,
      virtual_number: call.direction === 'inbound' ? sandboxNumbers.incoming : sandboxNumbers.outgoing,
      state: 'ended',
      started_at: iso(call.at),
      duration_s: call.rang + call.talk,
      talk_s: call.talk,
      outcome: call.outcome,
      cost: cost?.amount ?? null,
      cost_currency: cost?.currency ?? null,
      offered_user_ids: json(call.direction === 'inbound' ? [owner] : []),
      created_at: iso(call.at),
      created_by: owner,
      updated_at: iso(call.at),
      updated_by: owner,
    });
  }
}

/** Each step of a lead's life, with the follow-up that it planned. */
export function addActivity(
  batch: LeadBatch,
  seed: TenantSeed,
  { id, owner, life, college, course, source }: Owned,
  luck: Chance,
): void {
  let before: Life['steps'][number] | undefined;
  for (const step of life.steps) {
    const actionId = luck.id(step.at);
    const followUpAt = step.followUpAt === null ? null : iso(step.followUpAt);
    batch.call_actions.push({
      tenant_id: seed.tenantId,
      id: actionId,
      lead_id: id,
      group: step.stage.group,
      btn_message: step.stage.name,
      sub_stage: step.sub,
      call_date_time: followUpAt,
      message: said(step.message, course, college.name),
      clg_id: college.id,
      files: json([]),
      user_id: owner,
      stage_id: seed.stages.get(step.stage.name),
      lead_source_at_stage: source,
      is_stage_mark_locked: 0,
      allowAutomation: false,
      dialer: false,
      previous_stage_id: before ? seed.stages.get(before.stage.name) : null,
      previous_btn_message: before?.stage.name ?? null,
      previous_sub_stage: before?.sub ?? null,
      origin: 'manual',
      created_at: iso(step.at),
      created_by: owner,
      updated_at: iso(step.at),
      updated_by: owner,
    });
    if (followUpAt)
      batch.follow_ups.push({
        tenant_id: seed.tenantId,
        id: luck.id(step.at),
        call_action_id: actionId,
        lead_id: id,
        call_date_time: followUpAt,
        btn_message: step.stage.name,
        created_date: iso(step.at),
        state: step.doneAt ? 'done' : 'pending',
        done_at: step.doneAt ? iso(step.doneAt) : null,
        done_by: step.doneAt ? owner : null,
        done_source: step.doneAt ? 'call_action' : null,
        user_id: owner,
        reschedule_count: luck.happens(0.08) ? 1 : 0,
        created_at: iso(step.at),
        created_by: owner,
        updated_at: iso(step.doneAt ?? step.at),
        updated_by: owner,
      });
    before = step;
  }
}

/** The owner of the lead, and any earlier owner. */
export function addOwners(
  batch: LeadBatch,
  seed: TenantSeed,
  owners: readonly (readonly [string, number])[],
  { id, owner, life }: Owned,
  luck: Chance,
): void {
  const first = life.movedFrom ? luck.weighed(owners.filter(([one]) => one !== owner)) : owner;
  const change = (from: string | null, to: string, at: number, reason: string): AnyRow => ({
    tenant_id: seed.tenantId,
    id: luck.id(at),
    lead_id: id,
    from_user_id: from,
    to_user_id: to,
    reason,
    created_at: iso(at),
    created_by: null,
    updated_at: iso(at),
    updated_by: null,
  });
  const given = Math.min(life.assigned!, life.created + 10 * 60_000);
  batch.lead_owner_history.push(change(null, first, life.movedFrom ? given : life.assigned!, 'allocation'));
  if (first !== owner) batch.lead_owner_history.push(change(first, owner, life.assigned!, 'manual'));
}

/** What a caller wrote, about this course and college. */
export const said = (message: string | null, course: string, college: string): string | null =>
  message?.replace('{course}', course).replace('{college}', college) ?? null;
