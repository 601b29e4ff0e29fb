import sql, { type Sql } from 'sql-template-tag';
import { figureMeasures, groupDimensions, type CallSummary, type SummaryGroup } from '../../src/schemas/kit/call-summary';
import { invalid } from '../../src/schemas/kit/problem';
import { callHistory } from '../../src/schemas/leads/calls-history';
import { rowsAsked } from '../catalogue/list';
import type { Context } from '../context/context';
import { dayOf } from '../domain/days';
import { hooks } from '../hooks/leads/calls-history';
import { askedBy } from '../measures/asked';
import { measuresSeen, veiledFor } from '../measures/cell';
import { keyColumn, table } from '../store/identifiers';
import { over } from '../store/list-query';
import type { ListRequest } from '../store/list-request';
import { callFigures } from '../reports/call-figures';

interface SelectedCalls {
  readonly request: ListRequest;
  readonly match: Sql;
  readonly ask: (statement: Sql) => Sql;
}
type Asker = Omit<Context, 'query' | 'body'>;

/** The calls that the list's query asks for, as a statement takes them, without the names that are not the list's. */
export async function selectedCalls(
  context: Asker,
  { type, group: _group, ...query }: Context['query'],
  kept: { readonly type?: unknown } = { type },
): Promise<SelectedCalls> {
  const asked = await rowsAsked(callHistory, hooks, { ...context, query: { ...query, ...kept }, body: {} }, {});
  const match = asked.list.matching(context.session.tenantId, asked.request, [...asked.where, asked.scope]);
  return { request: asked.request, match, ask: (statement) => over(callHistory, asked.rows, statement) };
}

/** The selection as the measures count it: the list's calls, of its days where it names some. */
export async function callSummary(
  context: Asker,
  group: SummaryGroup,
  query: Context['query'],
): Promise<{ readonly summary: CallSummary; readonly request: ListRequest; readonly hasDays: boolean }> {
  const { tx, session, services } = context;
  if (veiledFor(session)(groupDimensions[group])) throw invalid('group', 'Your role does not see what these figures group by');
  if (!Object.values(figureMeasures).every(measuresSeen(session)))
    throw invalid('group', 'Your role does not see how calls ended, which these figures are of');
  const { request, match, ask } = await selectedCalls(context, query);
  const now = services.now();
  const named = daysOf(request, session.timezone);
  if (named && named.to < named.from) throw invalid('started_at_between', 'The last day is before the first one');
  const days = named ?? { from: firstDay, to: dayOf(now, session.timezone) };
  const among = ask(sql`select ${keyColumn(callHistory)} from ${table(callHistory)} where ${match}`);
  const asked = { ...askedBy(session, now, days), among };
  const figures = await callFigures(tx, asked, group, named !== undefined && group === 'user');
  return { summary: { as_of: now.toISOString(), ...days, ...figures }, request, hasDays: named !== undefined };
}
/** Before every call. */
const firstDay = '2000-01-01';

/** The days of a selection that names a span of them. */
function daysOf({ filters }: ListRequest, zone: string): { readonly from: string; readonly to: string } | undefined {
  const span = filters.find(({ field, operator }) => field === 'started_at' && operator === 'between');
  const [from, to] = span?.values ?? [];
  if (from === undefined || to === undefined) return undefined;
  const day = (text: string, less: number): string => dayOf(new Date(Date.parse(text) - less), zone);
  return { from: day(from, 0), to: day(to, span?.open ? 1 : 0) };
}
