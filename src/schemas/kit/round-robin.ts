/** How many of `count` leads each of `people` gets in a round robin: what is left over goes to the first ones. */
export const roundRobinShares = (count: number, people: number): number[] =>
  Array.from({ length: people }, (_, at) => Math.floor(count / people) + (at < count % people ? 1 : 0));

export interface Dealt<L> {
  readonly lead: L;
  /** Undefined where the lead is already owned by the only person there is. */
  readonly to: string | undefined;
}
/** Each lead to the person who got the fewest so far, in the order given, but never to its own owner. */
export function roundRobin<L extends { readonly user_id: string | null }>(
  leads: readonly L[],
  people: readonly string[],
): Dealt<L>[] {
  const counts = new Map(people.map((id) => [id, 0]));
  return leads.map((lead) => {
    const free = people.filter((id) => id !== lead.user_id);
    const least = Math.min(...free.map((id) => counts.get(id) ?? 0));
    const to = free.find((id) => counts.get(id) === least);
    if (to !== undefined) counts.set(to, least + 1);
    return { lead, to };
  });
}
