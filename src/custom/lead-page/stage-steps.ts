import { noStage } from '../../schemas/kit/no-stage';
import type { CallAction } from '../../schemas/leads/call-actions';
import type { LeadStage } from '../../schemas/settings/lead-stages';

export interface PathStep {
  readonly name: string;
  readonly state: 'past' | 'now' | 'ahead';
  /** Whole days in that stage; undefined for future stages. */
  readonly days?: number;
  /** When the stage began. */
  readonly at?: string;
}
const dayMs = 86_400_000;

/** The lead's past stages with the days in each, the current stage, and the usual next ones. */
export function stageSteps(
  lead: { readonly created_at: string; readonly now: string },
  actions: readonly Pick<CallAction, 'btn_message' | 'created_at'>[],
  stages: readonly LeadStage[],
  now: Date,
): PathStep[] {
  const visited: { name: string; at: string }[] = [{ name: noStage, at: lead.created_at }];
  for (const action of actions)
    if (action.btn_message && action.btn_message !== visited.at(-1)!.name)
      visited.push({ name: action.btn_message, at: action.created_at });
  if (visited.at(-1)!.name !== lead.now) visited.push({ name: lead.now, at: visited.at(-1)!.at });

  const went = visited.map((step, index): PathStep => {
    const end = visited[index + 1] ? Date.parse(visited[index + 1]!.at) : now.getTime();
    const days = Math.max(0, Math.floor((end - Date.parse(step.at)) / dayMs));
    return { ...step, days, state: index === visited.length - 1 ? 'now' : 'past' };
  });
  return [...went.slice(-4), ...ahead(lead.now, new Set(visited.map((step) => step.name)), stages)];
}

/** The next two open stages in the tenant's order, and the goal. */
function ahead(current: string, seen: ReadonlySet<string>, stages: readonly LeadStage[]): PathStep[] {
  const place = stages.find((stage) => stage.stage_name === current)?.sort_order ?? -1;
  const outcomeNow = stages.find((stage) => stage.stage_name === current)?.outcome ?? 'open';
  if (outcomeNow !== 'open') return [];
  const left = stages.filter(
    (stage) => stage.status !== 0 && stage.stage_name && !seen.has(stage.stage_name) && (stage.sort_order ?? 0) > place,
  );
  const open = left.filter((stage) => (stage.outcome ?? 'open') === 'open').slice(0, 2);
  const goal = left.filter((stage) => stage.outcome === 'enrolled').slice(0, 1);
  return [...open, ...goal].map((stage) => ({ name: stage.stage_name!, state: 'ahead' }));
}
