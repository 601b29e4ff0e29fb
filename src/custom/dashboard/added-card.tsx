import type { ReactNode } from 'react';
import { BoardCard } from '../../resources/board/board';
import { useSession } from '../../providers/session/session';
import type { MyDay } from '../../schemas/calls/leads';

/** A measure that was added to someone's day: their own number of today. */
export default function AddedCard({ id, day }: { id: string; day: MyDay }): ReactNode {
  const userId = useSession()?.user.id ?? '';
  const card = day.cards?.find((one) => one.id === id);
  return card ? <BoardCard card={card} days={{ from: day.day, to: day.day, values: { user: [userId] } }} /> : null;
}
