import type { AccessCode } from './access-codes';
import { dataOf, type CallSpec } from './call';
import type { DimensionValues } from './cells';
import type { DayRange } from './day-ranges';
import type { DimensionId } from './dimensions';
import type { Opens, Unit } from './measure-kinds';
import type { MeasureId } from './measures';

/** The groups of cards on the report hub. */
export const reportGroups = ['People', 'Leads', 'Calls', 'Applications'] as const;

export interface ReportColumn {
  readonly measure: MeasureId;
  /** Its own title, where the measure's does not fit. */
  readonly title?: string;
  /** One column for each value of this dimension; of several the reader chooses one. */
  readonly by?: DimensionId | readonly DimensionId[];
  /** Also for values that nothing has: the hours of the working day, the active stages. */
  readonly every?: true;
  /** With `by`: so many columns, those with the largest totals, are there at first; the reader adds others. */
  readonly top?: number;
  /** With `top`: the other values share one column. For dimensions of which a fact has one value only. */
  readonly other?: true;
  /** Where rows are users, the owner of the lead stands for the user: for measures that credit nobody, such as new leads. */
  readonly toOwner?: true;
}
export interface ReportTab {
  readonly id: string;
  readonly label: string;
  readonly columns: readonly ReportColumn[];
  /** Which rows it can have, by their ids; without it all. */
  readonly rows?: readonly string[];
  /** One day, a range of days, or how things are now; without it as the report says. */
  readonly days?: ReportDays;
  /** What its facts are narrowed to until the reader chooses another value: one of these at a time. */
  readonly always?: DimensionValues;
  /** Its own range at first. */
  readonly range?: DayRange;
  /** The columns of one value stand in one cell, one number above the other. */
  readonly stacked?: true;
  readonly chart?: ReportChart;
  /** Instead of a table, the list that this measure opens. */
  readonly list?: MeasureId;
  /** A sentence under the table, instead of the report's. */
  readonly note?: string;
}
export type ReportDays = 'one' | 'range' | 'now';
/** What the rows are: dimensions from the outermost, whose rows have subtotals. */
export interface ReportRows {
  readonly id: string;
  readonly label: string;
  readonly levels: readonly DimensionId[];
}
/** Above the table: a measure by the first kind of row or by a time, in parts of a further dimension. */
export interface ReportChart {
  /** 'bars' unless it says another; 'funnel': the total of each column of the measure, with its share of the first column, which is the whole. */
  readonly kind?: ChartKind | readonly ChartKind[];
  readonly title: string;
  /** Without it the first one of the tab. */
  readonly measure?: MeasureId;
  readonly over: DimensionId;
  readonly parts?: DimensionId;
  /** So many bars, the longest ones. */
  readonly top?: number;
  /** A second line: the period before. */
  readonly previous?: true;
}
export type ChartKind = 'bars' | 'funnel' | 'line' | 'calendar';

/** A report: one file in src/schemas/reports. Its page, menu entry, route guard, call, rights and exports follow from it. */
export interface ReportSpec {
  /** Its call is `GET reports/{name}`. */
  readonly name: string;
  /** Also the text of the menu entry; `{entity}` is the tenant's word for its colleges. */
  readonly title: string;
  /** What it answers, in a sentence: the text of its card. */
  readonly about: string;
  readonly path: string;
  /** Its place in the menu group 'Reports and Activity'. */
  readonly order: number;
  readonly group: (typeof reportGroups)[number];
  /** Who may read it, open its page and see its menu entry: one code, role 1, or every user. */
  readonly access: { readonly code: AccessCode } | 'role 1' | 'signed-in';
  /** Everyone may open the page, although only some may read the data (D-014). */
  readonly openRoute?: true;
  /** Only the reader's own numbers, whatever the scope of the role. */
  readonly own?: true;
  readonly rows: readonly ReportRows[];
  readonly tabs: readonly ReportTab[];
  readonly filters: readonly DimensionId[];
  readonly range: DayRange;
  /** One day instead of a range. */
  readonly single?: true;
  /** The range can end so many days after today. */
  readonly ahead?: number;
  /** Hours of users that were on leave or on a break are marked. */
  readonly away?: true;
  /** How many days before today its range can begin. */
  readonly back?: number;
  readonly chart?: ReportChart;
  /** Cards above the table. */
  readonly cards?: readonly ReportCard[];
  /** A sentence under the table. */
  readonly note?: string;
}
export interface Report extends CallSpec {
  readonly report: ReportSpec;
  readonly data: () => ReportTable;
  readonly members: () => { readonly count: number };
}

const day = { type: 'string', format: 'date' } as const;
const ids = { type: 'array', items: { type: 'string', maxLength: 26 }, maxItems: 200 } as const;

/** The call of a report; `count` is that of its outermost rows, and `format=csv` answers the table as a file (level 5). `filters` are values of dimensions, written as in a cell: `user=01J…,01K…;source=`. */
export function defineReport<const R extends ReportSpec>(report: R) {
  return {
    name: `report-${report.name}`,
    wire: `GET reports/${report.name}?from,to,tab,group_by,across,filters,compare,inactive,user_id[],clg_id[],format`,
    access: report.access,
    as: 'read',
    data: dataOf<ReportTable>(),
    members: dataOf<{ readonly count: number }>(),
    query: {
      type: 'object',
      properties: {
        from: day,
        to: day,
        tab: { type: 'string', maxLength: 40 },
        group_by: { type: 'string', maxLength: 40 },
        across: { type: 'string', maxLength: 40 },
        filters: { type: 'string', maxLength: 4000 },
        compare: { type: 'integer', minimum: 0, maximum: 1, default: 0 },
        inactive: { type: 'integer', minimum: 0, maximum: 1, default: 0 },
        format: { type: 'string', enum: ['json', 'csv'], default: 'json' },
        user_id: ids,
        clg_id: ids,
      },
    },
    report,
  } as const;
}
/** The days of one tab. */
export const daysOfTab = ({ single }: Pick<ReportSpec, 'single'>, { days }: Pick<ReportTab, 'days'>): ReportDays =>
  days ?? (single ? 'one' : 'range');
export const rowsOfTab = ({ rows }: Pick<ReportSpec, 'rows'>, tab: Pick<ReportTab, 'rows'>): readonly ReportRows[] =>
  tab.rows ? rows.filter(({ id }) => tab.rows!.includes(id)) : rows;
/** What the columns of a tab can be of; the first one unless the reader chooses another. */
export const acrossOf = ({ columns }: Pick<ReportTab, 'columns'>): readonly DimensionId[] =>
  columns.flatMap(({ by }) => (typeof by === 'object' ? [by] : []))[0] ?? [];

export const isReport = (call: object): call is Report => 'report' in call;

/** A column of the answer: a measure, of one value of a dimension where it has one. */
export interface ShownColumn {
  readonly key: string;
  readonly measure: MeasureId;
  readonly title: string;
  /** Columns of one dimension stand together under this. */
  readonly over?: string;
  readonly definition: string;
  readonly unit: Unit;
  readonly opens: Opens;
  readonly by?: {
    readonly dimension: DimensionId;
    readonly value: string;
    /** All values of a column that stands for several. */
    readonly values?: readonly string[];
  };
  /** Not there at first: the reader adds it. */
  readonly extra?: true;
  readonly toOwner?: true;
  readonly lessIsBetter?: true;
}
/** `value` null: not applicable. `of`: the two numbers of a percentage. `before`: the value of the previous period. */
export interface ShownCell {
  readonly value: number | string | null;
  readonly of?: readonly [number, number];
  readonly before?: number | string | null;
  /** Why the user did not work in this hour. */
  readonly away?: string;
}
export interface ShownRow {
  readonly title: string;
  readonly dimension: DimensionId;
  /** An empty text is 'not set'. */
  readonly value: string;
  /** In the order of the columns. */
  readonly cells: readonly ShownCell[];
  readonly rows?: readonly ShownRow[];
}
export interface ShownChart {
  readonly kinds: readonly ChartKind[];
  readonly measure: MeasureId;
  readonly title: string;
  readonly unit: Unit;
  readonly parts: readonly { readonly key: string; readonly title: string }[];
  /** A number for each part. */
  readonly points: readonly ChartPoint[];
}
/** `value` is that of the dimension; a number that is still to come is null. */
export interface ChartPoint {
  readonly title: string;
  readonly value: string;
  readonly values: readonly (number | null)[];
}
/** `data` of a report. */
export interface ReportTable {
  readonly as_of: string;
  readonly from: string;
  readonly to: string;
  readonly previous?: { readonly from: string; readonly to: string };
  readonly tab: string;
  readonly group_by: string;
  /** Of what its rows are, from the outermost: without dimensions that the reader does not see. */
  readonly levels: readonly DimensionId[];
  readonly stacked?: true;
  /** What the facts were narrowed to: the filters, and the reader in a report of the reader's own numbers. */
  readonly values: DimensionValues;
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly ShownRow[];
  readonly totals: readonly ShownCell[];
  /** How many rows are not shown, of those with the smallest numbers. */
  readonly left_out: number;
  readonly chart?: ShownChart;
  readonly cards?: readonly ShownCard[];
}

/**
 * 'tiles': the totals, each against what is usual; 'funnel': the totals, each in percent of the first one, of which it is a part; 'shares': the totals as
 * parts of a whole; 'bars': the first column for each row; 'matrix': rows and columns; 'list': the first rows of what the first
 * measure counted; 'acts': the acts of the range with their texts; 'people': users with where they are now; 'hours': the first column by
 * hour, against the average of four weeks.
 */
type CardLook = 'tiles' | 'funnel' | 'shares' | 'bars' | 'matrix' | 'list' | 'acts' | 'people' | 'hours';

/** A card of a report or of a dashboard: measures as a table, shown in one way. */
export interface ReportCard {
  readonly id: string;
  readonly title: string;
  readonly look: CardLook;
  readonly columns: readonly ReportColumn[];
  /** What its rows are; without it there is the total only. */
  readonly over?: readonly DimensionId[];
  /** It takes the whole width. */
  readonly wide?: true;
}

/** A lead, follow-up or call among those that a measure counted. */
export interface ListedRow {
  readonly id: string;
  /** '' for a number that is not a lead. */
  readonly lead_id: string;
  readonly name: string;
  readonly phone: string | null;
  readonly at: string;
  readonly stage_name: string | null;
  readonly color: string | null;
  readonly note: string | null;
}
/** A card of the answer. What it does not say itself (days, filters) is that of the report. */
export interface ShownCard extends Pick<ReportCard, 'id' | 'title' | 'look' | 'wide'> {
  readonly columns: ReportTable['columns'];
  readonly rows: ReportTable['rows'];
  readonly totals: ReportTable['totals'];
  /** What the totals are compared with: the average of the seven days before one day, or the days before a range. */
  readonly against?: 'average' | 'before';
  readonly list?: readonly ListedRow[];
  readonly people?: readonly PersonNow[];
}
/** Where a user is now, and since when. */
export interface PersonNow {
  readonly user_id: string;
  readonly presence: 'in' | 'break' | 'out' | 'leave' | 'absent' | 'off';
  readonly since: string | null;
}
export const firstMeasure = ({ columns }: { readonly columns: readonly { readonly measure: MeasureId }[] }): MeasureId =>
  columns[0]!.measure;
