import { enrolled } from '../../src/schemas/kit/stage-rules';
import type { Chance } from './random';
import { comments, pauses, ways } from './lead-samples';
import { awake, hour, inOffice, minute, quarter } from './office-hours';
import { stages, type StageSeed } from './reference';

export interface Step {
  readonly at: number;
  readonly stage: StageSeed;
  readonly sub: string | null;
  readonly message: string | null;
  /** The follow-up that the save carried, and when it was marked done. */
  readonly followUpAt: number | null;
  readonly doneAt: number | null;
}
export interface CallMade {
  readonly at: number;
  readonly direction: 'inbound' | 'outbound';
  readonly outcome: string;
  readonly rang: number;
  readonly talk: number;
}
/** What happened to a lead until now, oldest first. */
export interface Life {
  readonly created: number;
  readonly assigned: number | null;
  readonly movedFrom: boolean;
  readonly steps: readonly Step[];
  readonly calls: readonly CallMade[];
  readonly enquiredAgain: readonly number[];
}

const byName = new Map(stages.map((stage) => [stage.name, stage]));

export function leadLife(now: number, luck: Chance): Life {
  const age = luck.weighed([
    [0, 5],
    [luck.whole(1, 7), 30],
    [luck.whole(8, 30), 36],
    [luck.whole(31, 80), 29],
  ]);
  const created = awake(now, age, luck.next());
  const assigned = luck.happens(age < 2 ? 0.85 : 0.985) ? created + luck.whole(1, 25) * minute : null;
  const started = assigned !== null && assigned < now ? assigned : null;
  const movedFrom = started !== null && age > 3 && luck.happens(0.05);
  const waits = started === null || luck.happens(age === 0 ? 0.5 : age === 1 ? 0.12 : age < 8 ? 0.04 : 0.004);
  const owned = started !== null && movedFrom ? started + luck.whole(2, 30) * hour : started;
  const { steps, calls } = waits || owned === null || owned > now ? { steps: [], calls: [] } : work(owned, now, luck);
  const last = Math.max(created, ...steps.map((step) => step.at), ...calls.map((call) => call.at));

  const enquiredAgain: number[] = [];
  if (age > 1 && luck.happens(0.09)) enquiredAgain.push(created + Math.floor(luck.next() * (now - created)));
  if (enquiredAgain.length > 0 && luck.happens(0.2))
    enquiredAgain.push(enquiredAgain[0]! + Math.floor(luck.next() * (now - enquiredAgain[0]!)));
  if (started !== null && luck.happens(0.025)) {
    const at = now - luck.whole(4, 1800) * minute;
    if (at > last) calls.push({ at, direction: 'inbound', outcome: 'missed', rang: luck.whole(8, 40), talk: 0 });
  }
  return {
    created,
    assigned: owned !== null && owned > now ? started : owned,
    movedFrom: movedFrom && owned! <= now,
    steps,
    calls,
    enquiredAgain,
  };
}

/** One call after another: each save plans the next one, which happens a little later, is missed, or is still to come. */
function work(owned: number, now: number, luck: Chance): { steps: Step[]; calls: CallMade[] } {
  const steps: Step[] = [];
  const calls: CallMade[] = [];
  let name = '';
  let at = inOffice(owned + luck.whole(3, 400) * minute, luck.next());
  while (ways[name] && at < now - 3 * minute && steps.length < 12) {
    const stage = byName.get(luck.weighed(ways[name]!))!;
    const before = steps.at(-1)?.at ?? owned;
    calls.push(...callsBefore(at, before, stage.name, luck));
    name = stage.name;
    const [from, to] = pauses[name] ?? [0, 0];
    const next = inOffice(at + Math.floor((from + luck.next() * (to - from)) * hour), luck.next());
    const planned = stage.followUp ? quarter(next) : null;
    const late = luck.happens(0.1) ? luck.whole(4, 30) * hour : luck.whole(0, 70) * minute;
    const happens = inOffice((planned ?? next) + late, luck.next());
    const forgotten = planned !== null && luck.happens(0.04);
    const goesOn = ways[name] !== undefined && !forgotten && happens < now - 3 * minute;
    steps.push({
      at,
      stage,
      sub: stage.subRequired || luck.happens(0.6) ? luck.pick(stage.subs) : null,
      message: luck.pick(comments[name]!) || null,
      followUpAt: planned,
      doneAt: planned !== null && goesOn ? happens - minute : null,
    });
    if (!goesOn) break;
    at = happens;
  }
  return { steps, calls };
}

function callsBefore(at: number, before: number, stage: string, luck: Chance): CallMade[] {
  const calls: CallMade[] = [];
  const dial = (when: number, answered: boolean): void => {
    const talk = answered ? luck.whole(45, 620) : 0;
    calls.push({
      at: when,
      direction: 'outbound',
      outcome: answered
        ? 'answered'
        : luck.weighed([
            ['no_answer', 6],
            ['busy', 2],
            ['unreachable', 2],
          ]),
      rang: luck.whole(6, 35),
      talk,
    });
  };
  const tried = at - luck.whole(40, 170) * minute;
  if (luck.happens(0.4) && tried > before + 10 * minute && inOffice(tried, 0) === tried) dial(tried, false);
  const dialled = at - luck.whole(2, 11) * minute;
  if (dialled > before && (!['Fee paid', enrolled].includes(stage) || luck.happens(0.5)))
    dial(dialled, stage !== 'Not connected');
  return calls;
}
