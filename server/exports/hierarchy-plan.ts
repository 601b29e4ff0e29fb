import { userHierarchyExport } from '../../src/schemas/calls/user-hierarchy';
import { mayDo } from '../../src/schemas/kit/access';
import { notAllowed, problem } from '../../src/schemas/kit/problem';
import { linesInOrder, reportingLines, stateWords } from '../../src/schemas/kit/reporting-lines';
import type { Context } from '../context/context';
import type { Cell } from './export-columns';
import type { ExportPlan } from './export-plan';
import { hierarchyPeople } from '../reports/hierarchy-people';

/** Everyone, or nobody: a tree without some of its people would look complete. */
const mostInFile = 100_000;
const titles = [
  'Level',
  'Name',
  'Role',
  'Teams',
  'Reports to',
  'Direct reports',
  'Total reports',
  'State',
  'Moves under',
  'Moves on',
];

/** The tree as the reader sees it on the screen, each person above those below; one page, since a tree is read as a whole. */
export function hierarchyPlan({ session }: Context): ExportPlan {
  if (!mayDo(session, userHierarchyExport.access, 'export')) throw problem(403, notAllowed);
  return {
    name: 'User Hierarchy',
    titles,
    pageRows: 5000,
    count: async (context) => (await rowsOf(context)).length,
    page: async (context) => ({ rows: await rowsOf(context), next: undefined }),
  };
}

async function rowsOf(context: Context): Promise<Cell[][]> {
  const { people, complete } = await hierarchyPeople(context, mostInFile);
  if (!complete)
    throw problem(422, `The hierarchy has more than ${mostInFile.toLocaleString('en-IN')} people. Contact the administrator.`);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return linesInOrder(reportingLines(people)).map(({ line: { person, reports, total }, depth }) => [
    depth,
    person.name,
    person.role_name,
    person.team_names.join(', '),
    names.get(person.reports_to ?? '') ?? null,
    reports.length,
    total,
    person.active ? person.state && stateWords[person.state] : 'Inactive',
    person.planned && plannedManager(person.planned.reports_to, names),
    person.planned?.on ?? null,
  ]);
}

/** A manager who is not in the reader's part of the tree has no name here, as on the screen. */
const plannedManager = (id: string | null, names: ReadonlyMap<string, string | null>): string =>
  id === null ? 'Nobody, at the top' : (names.get(id) ?? 'Another manager');
