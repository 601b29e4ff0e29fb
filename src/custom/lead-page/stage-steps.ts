import type { PanelStage } from '../../schemas/calls/lead-page';
import { noStage } from '../../schemas/kit/no-stage';

export interface PathStep {
  readonly name: string;
  /** 'lost': the way ended without an enrolment. */
  readonly state: 'past' | 'now' | 'lost' | 'ahead';
  /** Whole days in that stage; undefined for future stages. */
  readonly days?: number;
  /** When the stage began. */
  readonly at?: string;
}
export type PathStage = Pick<PanelStage, 'stage_name' | 'outcome' | 'status' | 'group'>;
const dayMs = 86_400_000;

/** The lead's past stages with the days in each, the current stage, and the usual next ones. `stages` are in the tenant's order. */
export function stageSteps(
  lead: { readonly created_at: string; readonly now: string },
  actions: readonly { readonly btn_message: string | null; readonly created_at: string }[],
  stages: readonly PathStage[],
  now: Date,
): PathStep[] {
  const visited: { name: string; at: string }[] = [];
  let last = { name: noStage, at: lead.created_at };
  visited.push(last);
  const enter = (name: string, at: string): void => {
    if (name === last.name) return;
    last = { name, at };
    visited.push(last);
  };
  for (const action of actions) if (action.btn_message) enter(action.btn_message, action.created_at);
  enter(lead.now, last.at);
  const isLost = ['lost', 'invalid'].includes(outcomeOf(lead.now, stages));

  const went = visited.map((step, index): PathStep => {
    const next = visited[index + 1];
    const end = next ? Date.parse(next.at) : now.getTime();
    const days = Math.max(0, Math.floor((end - Date.parse(step.at)) / dayMs));
    return { ...step, days, state: next ? 'past' : isLost ? 'lost' : 'now' };
  });
  const next = ahead(lead.now, new Set(visited.map((step) => step.name)), stages);
  return [...went.slice(next.length ? -3 : -4), ...next]; // as many as there is room for with their days
}

const outcomeOf = (name: string, stages: readonly PathStage[]): PathStage['outcome'] =>
  stages.find((stage) => stage.stage_name === name)?.outcome ?? 'open';

/**
 * The next two open stages in the tenant's order, and the goal. What only a call ends with ('Not connected') is an outcome, not a step;
 * so is a lost lead.
 */
function ahead(current: string, seen: ReadonlySet<string>, stages: readonly PathStage[]): PathStep[] {
  if (outcomeOf(current, stages) !== 'open') return [];
  const place = stages.findIndex((stage) => stage.stage_name === current);
  const left = stages
    .slice(place + 1)
    .filter((stage) => stage.status !== 0 && stage.stage_name && !seen.has(stage.stage_name) && !isCallOutcome(stage));
  const open = left.filter((stage) => stage.outcome === 'open').slice(0, 2);
  const goal = left.filter((stage) => stage.outcome === 'enrolled').slice(0, 1);
  return [...open, ...goal].map(({ stage_name: name }) => ({ name, state: 'ahead' }));
}

const isCallOutcome = ({ group }: PathStage): boolean => group?.length === 1 && group[0] === 'call';
