import { conditionColumn, operatorWord } from '../schemas/kit/condition-columns';
import type { ConditionBlock, ConditionRow } from '../schemas/kit/conditions';
import { isRecord, recordIn } from '../schemas/kit/is-record';

/**
 * A condition in readable form: 'State include Goa, Kerala'. The names of its values were stored when they were chosen (D-092).
 * `entity` is the tenant's word for its colleges, where it is known.
 */
export function rowWords(row: ConditionRow, entity = 'College'): { column: string; operator: string; value: string } {
  const column = conditionColumn(row.columnName);
  return {
    column: column ? column.label.replace('{entity}', entity) : row.columnName,
    operator: operatorWord(row.operator, ofNumbers(row.value)) ?? row.operator,
    value: row.displayName || valueWords(row.value, column?.words),
  };
}

export const blockSentence = (block: ConditionBlock): string =>
  (block.rules ?? [])
    .map((row) => rowWords(row))
    .map(({ column, operator, value }) => `${column} ${operator.toLowerCase()} ${value}`)
    .join(block.condition === 'Or' ? ' or ' : ' and ');

const ofNumbers = (value: unknown): boolean => typeof value === 'number' || typeof recordIn(value)['start'] === 'number';

function valueWords(value: unknown, words: Readonly<Record<string, string>> = {}): string {
  if (Array.isArray(value)) return value.map((one) => words[String(one)] ?? String(one)).join(', ');
  if (isRecord(value)) return `${String(value['start'])} to ${String(value['end'])}`;
  return value === undefined || value === null ? '' : (words[String(value)] ?? String(value));
}
