import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useMayDo } from '../../providers/rights';
import { useSession } from '../../providers/session/session';
import type { List } from '../list/use-list';
import type { FollowUp } from '../../schemas/leads/follow-ups';
import { onDemand } from '../../ui/dialogs/on-demand';
import { Icon, type IconName } from '../../ui/marks/icon';
import { countText } from '../../ui/marks/numbers';
import type { FollowUpWork, MeantFollowUps } from './follow-up-work-dialog';

const FollowUpWorkDialog = onDemand('follow-up-work', async () => ({
  default: (await import('./follow-up-work-dialog')).FollowUpWorkDialog,
}));

/** Who may mark many done at once: the server checks the same. */
const managers: readonly number[] = [1, 2, 3];

/**
 * Giving, moving and finishing the selected follow-ups: the buttons, and the open dialog. `userId`: all of them are this other
 * person's, whose shift counts.
 */
export function useFollowUpWork(
  list: List<FollowUp>,
  userId?: string,
): { readonly buttons: ReactNode; readonly dialog: ReactNode } {
  const [open, setOpen] = useState<{ readonly work: FollowUpWork; readonly meant: MeantFollowUps }>();
  const may = useMayDo(list.resource)('update');
  const role = useSession()?.user.role ?? 0;
  const { selection, query, total, totalExact } = list;
  const count = selection.all ? countText(total ?? 0, totalExact) : String(selection.size);
  const meant: MeantFollowUps = {
    rows: selection.all ? { query } : { ids: [...selection.chosen] },
    text: `${count} follow-up${count === '1' ? '' : 's'}`,
  };
  const button = (work: FollowUpWork, text: string, icon: IconName): ReactNode => (
    <Button size="small" type="text" icon={<Icon name={icon} size={14} />} onClick={() => setOpen({ work, meant })}>
      {text}
    </Button>
  );
  return {
    buttons: may ? (
      <>
        {button('reassign', 'Re-assign', 'user')}
        {button('reschedule', 'Reschedule', 'calendar')}
        {button('spread', 'Spread', 'clock')}
        {managers.includes(role) ? button('done', 'Mark done', 'check') : null}
      </>
    ) : null,
    dialog: open ? (
      <FollowUpWorkDialog
        {...open}
        resource={list.resource.name}
        userId={userId}
        onClose={(started) => {
          setOpen(undefined);
          if (started) selection.clear();
        }}
      />
    ) : null,
  };
}
