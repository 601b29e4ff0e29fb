import { useRef, useState } from 'react';
import type { CollegeChoice } from '../../schemas/calls/lead-colleges';
import { toasts } from '../../ui/toasts/toasts';
import type { Choosing } from './college-calls';

/**
 * The shortlist in the order that the user gives it: shown at once, until the server's is read again, which a colleague may have
 * changed too. Moves are sent one after the other. `said` tells screen readers what happened.
 */
export function useOrder(stored: readonly CollegeChoice[], { place, refresh }: Pick<Choosing, 'place' | 'refresh'>) {
  const [given, setGiven] = useState<readonly string[]>();
  const [said, setSaid] = useState('');
  const moves = useRef({ made: 0, sent: Promise.resolve() });
  const placeOf = (id: string): number => (given?.indexOf(id) ?? -1) + 1 || stored.length + 1;
  const list = given ? [...stored].sort((one, other) => placeOf(one.id) - placeOf(other.id)) : stored;
  const move = (id: string, to: number): void => {
    const from = list.findIndex((one) => one.id === id);
    const moved = list[from];
    if (!moved || to < 0 || to >= list.length || to === from) return;
    const ids = list.filter((one) => one.id !== id).map((one) => one.id);
    ids.splice(to, 0, id);
    setGiven(ids);
    setSaid(`${moved.clg_name} is now number ${to + 1} of ${list.length}`);
    const mine = (moves.current.made += 1);
    const isLast = (): boolean => moves.current.made === mine;
    moves.current.sent = moves.current.sent
      .then(() => place(id, to + 1))
      .catch((error: unknown) => toasts.error(error))
      .then(() => (isLast() ? refresh() : undefined))
      .catch(() => undefined) // the list itself says that it could not be read
      .then(() => (isLast() ? setGiven(undefined) : undefined));
  };
  return { list, move, said };
}
