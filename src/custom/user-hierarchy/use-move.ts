import { useQueryClient } from '@tanstack/react-query';
import { changeRow } from '../../providers/calls/records';
import { call } from '../../providers/calls/call';
import { callKey } from '../../providers/calls/use-call';
import type { users } from '../../schemas/access-control/users';
import { cancelPlannedMove, planMove, userHierarchy } from '../../schemas/calls/user-hierarchy';
import type { ReportingLine } from '../../schemas/kit/reporting-lines';
import { ask } from '../../ui/dialogs/ask';
import { plainDate } from '../../ui/time/dates';
import { today } from '../../ui/time/today';
import { toasts } from '../../ui/toasts/toasts';
import { isWithin } from './find-lines';

const nameOf = ({ person }: ReportingLine): string => person.name ?? 'this person';

/** Why a person cannot report to another one, as a sentence; undefined if the server decides. */
export function loopOf(who: ReportingLine, manager: ReportingLine): string | undefined {
  if (who.person.id === manager.person.id) return `${nameOf(who)} cannot report to themselves.`;
  return isWithin(who, manager.person.id)
    ? `${nameOf(who)} cannot report to ${nameOf(manager)}, who is below ${nameOf(who)}.`
    : undefined;
}

/** Why a person cannot be dropped on another one: the dialog does not offer them. */
export const refusedDrop = (who: ReportingLine, manager: ReportingLine): string | undefined =>
  manager.person.active ? loopOf(who, manager) : `${nameOf(manager)} is inactive, so no one can report to them.`;

export interface Moves {
  /** Under a manager, or with null to the top; `on` is the day it takes effect. */
  readonly move: (who: ReportingLine, manager: ReportingLine | null, on: string) => void;
  readonly cancel: (who: ReportingLine) => void;
}

/** Moves a person after a question, at once or on a later day; the server checks the right, the scope and loops. */
export function useMoves(): Moves {
  const client = useQueryClient();
  const save = async (work: () => Promise<string | undefined>): Promise<void> => {
    try {
      const message = await work();
      if (message) toasts.success(message);
    } catch (error) {
      toasts.error(error);
    }
    await client.invalidateQueries({ queryKey: callKey(userHierarchy) });
  };
  const moveNow = async (who: ReportingLine, manager: ReportingLine | null): Promise<string> => {
    await changeRow<typeof users>('users', who.person.id, { reports_to: manager?.person.id ?? null });
    return manager ? `${nameOf(who)} now reports to ${nameOf(manager)}.` : `${nameOf(who)} is at the top now.`;
  };
  const plan = async (who: ReportingLine, manager: ReportingLine | null, on: string): Promise<string | undefined> =>
    (await call(planMove, { id: who.person.id, reports_to: manager?.person.id ?? null, on })).message;
  return {
    move(who, manager, on) {
      const later = on > today() ? on : undefined;
      ask({
        title: `Move ${nameOf(who)} ${whereText(manager)}${later ? ` on ${plainDate(later)}` : ''}?`,
        content: consequences(who, manager),
        okText: later ? 'Plan move' : 'Move',
        onOk: () => save(() => (later ? plan(who, manager, later) : moveNow(who, manager))),
      });
    },
    cancel: (who) => void save(async () => (await call(cancelPlannedMove, { id: who.person.id })).message),
  };
}

const whereText = (manager: ReportingLine | null): string => (manager ? `under ${nameOf(manager)}` : 'to the top');

function consequences(who: ReportingLine, manager: ReportingLine | null): string {
  const below = who.total === 1 ? 'The person below moves along.' : `The ${who.total} people below move along.`;
  const told = manager
    ? `${nameOf(manager)} becomes the manager of ${nameOf(who)} and, if the role allows it, sees their records.`
    : `${nameOf(who)} will have no manager. The current one keeps seeing their records only if a role or a team allows it.`;
  return `${told}${who.total ? ` ${below}` : ''}`;
}
