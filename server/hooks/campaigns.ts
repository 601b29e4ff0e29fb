import { invalid, problem } from '../../src/schemas/kit/problem';
import { mayEdit, mayMove, type Moves } from '../domain/campaign-states';
import type { Context, Hooks } from '../http/context';

type Row = Readonly<Record<string, unknown>>;

/** What campaigns of every channel have in common: their states and the time they go out. */
export function campaignHooks(moves: Moves): Hooks {
  return {
    async beforeCreate(draft, context) {
      if (draft['state'] !== 'draft' && !mayMove(moves, 'draft', String(draft['state']))) throw refused('draft', draft['state']);
      if (draft['state'] === 'scheduled') refusePast(draft, context);
      return draft;
    },
    async beforeUpdate(patch, before, context) {
      const from = String(before['state']);
      const to = String(patch['state'] ?? from);
      if (!mayMove(moves, from, to)) throw refused(from, to);
      const others = Object.keys(patch).filter((name) => name !== 'state');
      if (others.length && !mayEdit(from)) throw problem(409, `This campaign is ${from} and cannot be changed.`);
      if (to === 'scheduled' && (from !== to || 'schedule_at' in patch)) refusePast({ ...before, ...patch }, context);
      return patch;
    },
    async beforeDelete(row) {
      if (['sending', 'running'].includes(String(row['state']))) throw problem(409, 'This campaign is going out. Stop it first.');
    },
  };
}

const refused = (from: unknown, to: unknown): Error =>
  problem(409, `A campaign that is ${String(from)} cannot become ${String(to)}.`);

function refusePast(campaign: Row, { services }: Context): void {
  const at = campaign['schedule_at'];
  if (typeof at === 'string' && Date.parse(at) <= services.now().getTime())
    throw invalid('schedule_at', 'Choose a time that is still to come');
}
