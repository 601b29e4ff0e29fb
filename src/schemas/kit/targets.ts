import { measures, measureOf, type MeasureId } from './measures';
import type { ShownCell, ShownColumn } from './report';

/**
 * How a month's target is met. 'sum': the number grows during the month, and has a pace. 'least' and 'most': the number as it is
 * now, such as a percentage or how many leads one has, is to be no smaller or no larger.
 */
export type TargetKind = 'sum' | 'least' | 'most';

/** Counted by a date that a report chooses, of what nobody owns, or of campaigns: no user or team has such a number. */
const ofNobody: readonly MeasureId[] = [
  'L1o',
  'L1u',
  'L1w',
  'L9',
  'N1',
  'N2',
  'N3',
  'N4',
  'N5',
  'N6',
  'N7',
  'K9',
  'K10',
  'M1',
  'M2',
  'M3',
  'M4',
  'M5',
];
/** How things are now, or per something: nothing that adds up during a month. */
const levels: readonly MeasureId[] = ['A9', 'C10', 'F6', 'L4', 'S2', 'S2o'];

/** Measures of which a user or a team can have a number, and a target. */
export const targetMeasures: readonly MeasureId[] = Object.keys(measures)
  .filter((id): id is MeasureId => id in measures)
  .filter((id) => !ofNobody.includes(id) && !['moment', 'text'].includes(measureOf(id).unit));

export function targetKindOf(id: MeasureId): TargetKind {
  const { unit, lessIsBetter } = measureOf(id);
  if (lessIsBetter) return 'most';
  return levels.includes(id) || !['count', 'seconds', 'rupees'].includes(unit) ? 'least' : 'sum';
}

/** A target is entered in hours where its measure is in seconds. */
export const targetNumber = (id: MeasureId, value: number): number => (measureOf(id).unit === 'seconds' ? value * 3600 : value);

/** A target with what was counted for it. `days`: working days of the month, and those that are over. */
export interface ShownTarget {
  readonly id: string;
  readonly of: 'user' | 'team';
  readonly of_id: string;
  readonly name: string;
  readonly column: Omit<ShownColumn, 'key'>;
  readonly cell: ShownCell;
  /** In the unit of the measure. */
  readonly target: number;
  readonly kind: TargetKind;
  readonly days: { readonly over: number; readonly all: number };
}
/** Targets of a month, counted from its first day to `to`, today at the latest. */
export interface ShownTargets {
  readonly month: string;
  readonly from: string;
  readonly to: string;
  readonly is_over: boolean;
  readonly rows: readonly ShownTarget[];
}

/**
 * Where a target stands. 'ahead' and 'behind' of the pace: the share of the target that falls on the working days that are over.
 * 'short': the month is over; 'off': not within the limit; 'none': nothing to compare.
 */
export interface Pace {
  readonly state: 'reached' | 'ahead' | 'on' | 'behind' | 'short' | 'off' | 'none';
  /** By how much, in the unit of the measure. */
  readonly by: number;
}
export function paceOf(
  { kind, cell, target, days }: Pick<ShownTarget, 'kind' | 'cell' | 'target' | 'days'>,
  isOver: boolean,
): Pace {
  const value = cell.value === null ? null : Number(cell.value);
  if (kind === 'most') return value === null ? none : value <= target ? on : { state: 'off', by: value - target };
  if (kind === 'least') return value === null ? none : value >= target ? on : { state: 'off', by: target - value };
  const counted = value ?? 0;
  if (counted >= target) return { state: 'reached', by: counted - target };
  if (isOver) return { state: 'short', by: target - counted };
  const by = counted - (days.all ? (target * days.over) / days.all : 0);
  // A part of a lead or call is not a difference.
  if (Math.abs(by) < 1) return on;
  return by > 0 ? { state: 'ahead', by } : { state: 'behind', by: -by };
}
const none: Pace = { state: 'none', by: 0 };
const on: Pace = { state: 'on', by: 0 };
