import { linesInOrder, type HierarchyPerson, type ReportingLine } from '../../schemas/kit/reporting-lines';
import { plainDate } from '../../ui/time/dates';

/** 'Moves under Bela Rao on 3 Dec 2026'; a manager who is not in this part of the tree has no name here. */
export function plannedText(planned: NonNullable<HierarchyPerson['planned']>, lines: readonly ReportingLine[]): string {
  const { on, reports_to: id } = planned;
  const manager = linesInOrder(lines).find(({ line }) => line.person.id === id)?.line.person.name;
  const where = id === null ? 'to the top' : `under ${manager ?? 'another manager'}`;
  return `Moves ${where} on ${plainDate(on)}`;
}
