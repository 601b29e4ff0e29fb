/** A person in the hierarchy, as the reader may see them: a field that the role hides is null. */
export interface HierarchyPerson {
  readonly id: string;
  readonly name: string | null;
  readonly role_name: string | null;
  readonly team_names: readonly string[];
  readonly reports_to: string | null;
  /** Null if the role hides it. */
  readonly state: 'online' | 'break' | 'offline' | null;
  /** Only managers of active people are shown while they are inactive. */
  readonly active: boolean;
  /** A move that waits for its day; `reports_to` null: to the top. */
  readonly planned: { readonly on: string; readonly reports_to: string | null } | null;
}
export interface ReportingLine {
  readonly person: HierarchyPerson;
  readonly reports: readonly ReportingLine[];
  /** Everyone below, direct reports included. */
  readonly total: number;
}

/**
 * The people as trees: those who report to no one in the list come first level. Inactive people with no active person below them
 * are left out. A loop, which only old data can contain, is cut where it closes.
 */
export function reportingLines(people: readonly HierarchyPerson[]): ReportingLine[] {
  const known = new Set(people.map(({ id }) => id));
  const below = new Map<string, HierarchyPerson[]>();
  const first: HierarchyPerson[] = [];
  for (const person of people) {
    const { reports_to: manager } = person;
    if (manager === null || manager === person.id || !known.has(manager)) first.push(person);
    else below.set(manager, [...(below.get(manager) ?? []), person]);
  }
  const seen = new Set<string>();
  const lineOf = (person: HierarchyPerson): ReportingLine[] => {
    if (seen.has(person.id)) return [];
    seen.add(person.id);
    const reports = (below.get(person.id) ?? []).flatMap(lineOf);
    if (!person.active && !reports.length) return [];
    return [{ person, reports, total: reports.reduce((sum, { total }) => sum + 1 + total, 0) }];
  };
  const lines = first.flatMap(lineOf);
  return [...lines, ...people.flatMap(lineOf)];
}

/** Every line, each above those below it. */
export const linesInOrder = (
  lines: readonly ReportingLine[],
  depth = 1,
): { readonly line: ReportingLine; readonly depth: number }[] =>
  lines.flatMap((line) => [{ line, depth }, ...linesInOrder(line.reports, depth + 1)]);

export const stateWords = { online: 'Online', break: 'On break', offline: 'Offline' } as const;
