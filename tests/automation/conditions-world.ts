import { type ConditionRow, type Conditions } from '../../src/schemas/kit/conditions';

export function custom(operator: ConditionRow['operator'], value: unknown): ConditionRow {
  return { columnName: 'custom.rank', operator, value };
}
export function is(columnName: string, value: unknown): ConditionRow {
  return { columnName, operator: 'in', value };
}
export function not(columnName: string, value: unknown): ConditionRow {
  return { columnName, operator: 'NOT IN', value };
}
export function when(operator: '<' | '>' | 'between', value: unknown): ConditionRow {
  return { columnName: 'last_callaction_call_date_time', operator, value };
}
export function block(condition: 'And' | 'Or', ...rules: unknown[]): Conditions['rule'] {
  return [{ condition, rules: rules as ConditionRow[] }];
}
