import sql, { empty, type Sql } from 'sql-template-tag';
import { findResource } from '../../src/schemas/kit/all';
import { readCell, type Cell } from '../../src/schemas/kit/cells';
import { allRulesFor } from '../../src/schemas/kit/derived-rules';
import { isDimension } from '../../src/schemas/kit/dimensions';
import { isVeiled, type FieldRules } from '../../src/schemas/kit/field-rules';
import { measureOf, type MeasureId } from '../../src/schemas/kit/measures';
import { invalid, notAllowed, problem } from '../../src/schemas/kit/problem';
import { isAdministrator } from '../../src/schemas/kit/roles';
import { veiledBy, type IsVeiled } from '../../src/schemas/kit/unseen-dimensions';
import { seesAmounts } from '../../src/schemas/kit/sees-amounts';
import { orders } from '../../src/schemas/applications/orders';
import { calls } from '../../src/schemas/leads/calls';
import { leads } from '../../src/schemas/leads/leads';
import type { Session } from '../context/session';
import { keyColumn, table } from '../store/identifiers';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { askedBy, type Asked } from './asked';
import { countings, isCounted, sourcesOf, type Counted } from './countings';
import { factsOf } from './facts-of';
import { fieldsOfMeasures } from './fields-of-measures';

export const seesMoney = ({ role }: Pick<Session, 'role'>): boolean => seesAmounts(orders.access, role);

/** Without amounts for those who do not see orders, and without what tells of a field that the role does not see. */
export const measuresSeen = (session: Session): ((id: MeasureId) => boolean) => {
  const [ofLead, ofCall] = [rulesIn(leads, session), rulesIn(calls, session)];
  const isSeen = (id: MeasureId): boolean => {
    const counting = countings[id];
    if (!isCounted(counting)) return sourcesOf(counting).every(isSeen);
    const { lead = [], call = [] } = fieldsOfMeasures[id] ?? {};
    return !lead.some((field) => isVeiled(ofLead.get(field))) && !call.some((field) => isVeiled(ofCall.get(field)));
  };
  return (id) => (!measureOf(id).money || seesMoney(session)) && isSeen(id);
};

/** Throws Problem 403 for a measure or a dimension that this reader may not see. */
export function checkCell(cell: Pick<Cell, 'measure' | 'values'>, session: Session): void {
  if (!measuresSeen(session)(cell.measure)) throw problem(403, notAllowed);
  if (Object.keys(cell.values).filter(isDimension).some(veiledFor(session)))
    throw problem(403, notAllowed, [{ path: 'cell', message: notAllowed }]);
}

/** The rules of this reader's role for a resource; administrators have none. */
const rulesIn = (of: AnyResource, session: Session): FieldRules =>
  isAdministrator(session) ? new Map() : allRulesFor(of, session.fieldRules ?? [], findResource);

/** Fields of a lead that this reader's role does not see. */
export const veiledFields = (session: Session): ReadonlySet<string> =>
  new Set([...rulesIn(leads, session)].flatMap(([field, rule]) => (isVeiled(rule) ? [field] : [])));

/** Whether a dimension shows a field that this reader's role does not see: it is none of the reader's reports. */
export const veiledFor = (session: Session): IsVeiled => veiledBy(rulesIn(leads, session), rulesIn(calls, session));

/** The condition of a list that it shows the rows counted by the cell, over the list's own columns; throws Problem 422 at `cell`. */
export function cellCondition(resource: AnyResource, text: string, session: Session, now: Date): Sql {
  const cell = readCell(text);
  checkCell(cell, session);
  const { opens, label } = measureOf(cell.measure);
  if (opens !== resource.name && opens !== resource.keysOf)
    throw invalid('cell', `'${label}' does not count the rows of this list`);
  if (cell.from > cell.to) throw invalid('cell', 'The range of the cell ends before it begins');
  const keys = countedKeys(askedBy(session, now, cell), cell);
  if (!keys) throw invalid('cell', `'${label}' cannot be narrowed like this`);
  return sql`${table(resource)}.${keyColumn(resource)} in (${keys})`;
}

/** A select of the keys of what a measure counted: leads, or rows of its list. */
export function countedKeys(asked: Asked, cell: Pick<Cell, 'measure' | 'values'>): Sql | undefined {
  const counting = countings[cell.measure];
  if (isCounted(counting)) return keysOf(asked, counting, cell);
  if ('ratio' in counting) return countedKeys(asked, { ...cell, measure: counting.ratio[0] });
  const [all, some] = counting.minus.map((measure: MeasureId) => countedKeys(asked, { ...cell, measure }));
  return all && some && sql`${all} except ${some}`;
}

/** From and where of the facts themselves, as `f`, of a measure that counts rows. */
export function countedFacts(asked: Asked, { measure, values }: Pick<Cell, 'measure' | 'values'>): Sql | undefined {
  const counting = countings[measure];
  if (!isCounted(counting)) return 'ratio' in counting ? countedFacts(asked, { measure: counting.ratio[0], values }) : undefined;
  const { of, where, parts } = counting;
  const only = where ? sql` and ${where(asked)}` : empty;
  const facts = factsOf(asked, { table: of, toOwner: false, parts: new Set(parts), by: [], values, reads: [only] });
  return facts && sql`${facts.from}${only}`;
}

function keysOf(
  asked: Asked,
  { of, where, parts, value }: Counted,
  { measure, values }: Pick<Cell, 'measure' | 'values'>,
): Sql | undefined {
  const only = sql`${where ? sql` and ${where(asked)}` : empty}${value ? sql` and ${value} is not null` : empty}`;
  const facts = factsOf(asked, { table: of, toOwner: false, parts: new Set(parts), by: [], values, reads: [only] });
  if (!facts) return undefined;
  const key = measureOf(measure).opens === 'leads' ? sql`f."lead_id"` : sql`f."id"`;
  return sql`select ${key} from ${facts.from}${only}`;
}
