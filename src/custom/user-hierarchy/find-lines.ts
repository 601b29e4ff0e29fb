import type { ReportingLine } from '../../schemas/kit/reporting-lines';

export interface FoundLines {
  /** Ids of the people who match, from top to bottom. */
  readonly matches: readonly string[];
  /** Ids of the people above a match. */
  readonly above: readonly string[];
}

/** Who matches a text by name, role or team, and the way to them. Without a text no one does. */
export function findLines(lines: readonly ReportingLine[], typed: string): FoundLines {
  const wanted = typed.trim().toLowerCase();
  const matches: string[] = [];
  const above = new Set<string>();
  const look = ({ person, reports }: ReportingLine, way: readonly string[]): void => {
    const texts = [person.name, person.role_name, ...person.team_names];
    if (texts.some((text) => text?.toLowerCase().includes(wanted))) {
      matches.push(person.id);
      for (const id of way) above.add(id);
    }
    for (const line of reports) look(line, [...way, person.id]);
  };
  if (wanted) for (const line of lines) look(line, []);
  return { matches, above: [...above] };
}

/** The lines that are open at first: two levels, and the way to this person. */
export function openAtFirst(lines: readonly ReportingLine[], ownId: string | undefined): string[] {
  const wayTo = (line: ReportingLine): string[] | undefined => {
    if (line.person.id === ownId) return [ownId];
    for (const one of line.reports) {
      const way = wayTo(one);
      if (way) return [line.person.id, ...way];
    }
    return undefined;
  };
  const two = lines.flatMap((line) => [line.person.id, ...line.reports.map(({ person }) => person.id)]);
  return [...new Set([...two, ...lines.flatMap((line) => wayTo(line) ?? [])])];
}

/** Whether a person is someone or below them. */
export function isWithin(line: ReportingLine, id: string): boolean {
  return line.person.id === id || line.reports.some((one) => isWithin(one, id));
}
