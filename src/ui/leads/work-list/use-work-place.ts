import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStore } from '../../../providers/store';
import { leadPath } from '../../../schemas/kit/lead-page';
import { counted } from '../../../schemas/kit/counted';
import { ask } from '../../dialogs/ask';
import { countText } from '../../marks/numbers';
import { toasts } from '../../toasts/toasts';
import { askNext, leadOpened, readAhead, step, steppingTo, workList } from './stored-work-list';
import { nearest, openLeads, placeOf, type WorkList } from './work-list';

/** The place of a lead in the work list, and the ways from it. */
export interface WorkPlace {
  readonly list: WorkList;
  /** '12 of 43'. */
  readonly text: string;
  readonly hasPrevious: boolean;
  /**
   * Goes to the next or the previous lead, then calls `opened`; at the end of the list the user is asked what to do next. Answers
   * whether there was one.
   */
  readonly go: (by: 1 | -1, opened?: (id: string) => void) => Promise<boolean>;
  /** Reads the next lead, to which `go` leads in a moment. */
  readonly ask: () => void;
}

/** After what this lead's own page and form read. */
const aheadMs = 300;

/** Undefined for a lead that was not opened from a list. */
export function useWorkPlace(leadId: string): WorkPlace | undefined {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [, room, , tab] = useLocation().pathname.split('/');
  const onPage = room === 'lp';
  useLayoutEffect(() => leadOpened(client, leadId), [client, leadId]);
  const list = useStore(workList);
  const place = list && placeOf(list, leadId);
  const known = place !== undefined;
  useEffect(() => {
    if (!known) return undefined;
    const read = (): void => void readAhead(client, leadId, onPage).catch(() => undefined); // the step itself reports it
    const timer = setTimeout(read, aheadMs);
    return () => clearTimeout(timer);
  }, [client, leadId, known, onPage]);
  if (!list || !place) return undefined;
  const go: WorkPlace['go'] = async (by, opened) => {
    // The form is there at once, the lead's page follows; over any other page only the form changes. Back leads to the list, not to
    // each lead of it.
    const show = (id: string): void => {
      opened?.(id);
      const follow = (): void => void navigate(leadPath(id, tab), { replace: true });
      if (!onPage) return;
      if (opened) startTransition(follow);
      else follow();
    };
    try {
      const id = await step(client, leadId, by);
      if (id !== undefined) show(id);
      else if (by === 1) atEnd(workList.get() ?? list, leadId, { show, back: (address) => void navigate(address) });
      return id !== undefined;
    } catch (error) {
      toasts.error(error);
      return false;
    }
  };
  return {
    list,
    text:
      place.at === undefined
        ? `${countText(place.of, list.exact)} left`
        : `${countText(place.at)} of ${countText(place.of, list.exact)}`,
    hasPrevious: nearest(list, leadId, -1) !== undefined || list.source?.prev !== undefined,
    go,
    ask: () => askNext(client, leadId),
  };
}

/** Says that the list has ended, and what can be done next. */
function atEnd(
  list: WorkList,
  leadId: string,
  to: { readonly show: (id: string) => void; readonly back: (address: string) => void },
): void {
  const left = openLeads(list).filter((id) => id !== leadId);
  const [first] = left;
  const back = list.source ? 'Back to the list' : 'Back to the dashboard';
  const title = `That was the last lead of “${list.title}”`;
  if (first === undefined)
    ask({
      title,
      content: 'Nothing is left to do in it.',
      okText: back,
      cancelText: 'Stay here',
      onOk: () => to.back(list.address),
    });
  else
    ask({
      title,
      content: `${counted(left.length, 'lead')} before it ${left.length === 1 ? 'is' : 'are'} still open.`,
      okText: 'Go to the first of them',
      cancelText: 'Stay here',
      onOk: () => to.show(steppingTo(first)),
    });
}
