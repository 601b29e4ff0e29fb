import type { QueryClient } from '@tanstack/react-query';
import { timeFactsOf } from '../../providers/calls/follow-up-calls';
import { ask } from '../dialogs/ask';
import { fullTime } from '../time/dates';
import { outsideText } from './outside-text';

/**
 * Whether a follow-up may be saved for that time: outside the shift of the person it is for, the user is asked first. Where it cannot
 * be found out, it may: the save itself says what is wrong.
 */
export async function mayPlanAt(client: QueryClient, at: string, userId?: string): Promise<boolean> {
  const facts = await timeFactsOf(client, at, userId).catch((error: unknown) => {
    console.error('the time of a follow-up could not be checked', error);
    return undefined;
  });
  const outside = facts?.outside;
  if (!outside) return true;
  return new Promise((answer) =>
    ask({
      title: `Plan it for ${fullTime(at)}?`,
      content: `${outsideText(outside, userId !== undefined)}.`,
      okText: 'Plan it anyway',
      cancelText: 'Choose another time',
      onOk: () => answer(true),
      onCancel: () => answer(false),
    }),
  );
}
