import { useQueryClient } from '@tanstack/react-query';
import { changeRow } from '../../providers/calls/records';
import { callKey } from '../../providers/calls/use-call';
import type { users } from '../../schemas/access-control/users';
import { userHierarchy } from '../../schemas/calls/user-hierarchy';
import type { ReportingLine } from '../../schemas/kit/reporting-lines';
import { ask } from '../../ui/dialogs/ask';
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

/** Moves a person under another one, or with null to the top, after a question; the server checks the right, the scope and loops. */
export function useMove(): (who: ReportingLine, manager: ReportingLine | null) => void {
  const client = useQueryClient();
  const save = async (who: ReportingLine, manager: ReportingLine | null): Promise<void> => {
    try {
      await changeRow<typeof users>('users', who.person.id, { reports_to: manager?.person.id ?? null });
      toasts.success(manager ? `${nameOf(who)} now reports to ${nameOf(manager)}.` : `${nameOf(who)} is at the top now.`);
    } catch (error) {
      toasts.error(error);
    }
    await client.invalidateQueries({ queryKey: callKey(userHierarchy) });
  };
  return (who, manager) => {
    if (who.person.reports_to === (manager?.person.id ?? null)) return;
    const loop = manager && loopOf(who, manager);
    if (loop) return toasts.warning(loop);
    const below = who.total === 1 ? 'The person below moves along.' : `The ${who.total} people below move along.`;
    const told = manager
      ? `${nameOf(manager)} becomes the manager of ${nameOf(who)} and, if the role allows it, sees their records.`
      : `${nameOf(who)} will have no manager. The current one keeps seeing their records only if a role or a team allows it.`;
    ask({
      title: manager ? `Move ${nameOf(who)} under ${nameOf(manager)}?` : `Move ${nameOf(who)} to the top?`,
      content: `${told}${who.total ? ` ${below}` : ''}`,
      okText: 'Move',
      onOk: () => save(who, manager),
    });
    return undefined;
  };
}
