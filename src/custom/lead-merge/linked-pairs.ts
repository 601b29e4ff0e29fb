type Pair = Readonly<Record<'one' | 'other', { readonly id: string }>>;

/** Whether the pairs can all be one person: leads that they share link each of them with the others. */
export function areLinked(pairs: readonly Pair[]): boolean {
  let groups: ReadonlySet<string>[] = [];
  for (const { one, other } of pairs) {
    const isNear = (group: ReadonlySet<string>): boolean => group.has(one.id) || group.has(other.id);
    const joined = new Set([one.id, other.id, ...groups.filter(isNear).flatMap((group) => [...group])]);
    groups = [...groups.filter((group) => !isNear(group)), joined];
  }
  return groups.length === 1;
}
