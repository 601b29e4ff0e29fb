import { dayOf } from '../domain/days';
import type { Add } from './office-add';
import type { Chance } from './random';

/** What each counsellor is to reach in this month: connected calls and enrolments. */
export async function addTargets({
  add,
  people,
  now,
  luck,
}: {
  readonly add: Add;
  readonly people: readonly { readonly id: string; readonly role: number }[];
  readonly now: number;
  readonly luck: Chance;
}): Promise<void> {
  const month = dayOf(new Date(now), 'Asia/Kolkata').slice(0, 7);
  const counsellors = people.filter(({ role }) => role === 4);
  await add(
    'targets',
    counsellors.flatMap(({ id }) => [
      { month, user_id: id, measure: 'C2', value: luck.whole(24, 38) * 10 },
      { month, user_id: id, measure: 'P4', value: luck.whole(9, 18) },
    ]),
  );
}
