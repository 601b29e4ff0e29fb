import { conditionColumn } from '../../schemas/kit/condition-columns';
import type { ConditionRow } from '../../schemas/kit/conditions';
import { recordsIn } from '../../schemas/kit/is-record';

type Row = Partial<ConditionRow>;
interface Block {
  readonly rules: readonly Row[];
}
/** The values chosen in the rows of one column. */
export interface ParentChoice {
  readonly values: readonly unknown[];
  /** Their names, in the same order. */
  readonly texts: readonly string[];
}

/** The values that all rows of a column have chosen, on which another column's options depend. */
export function parentOptions(blocks: readonly Block[], column: string): ParentChoice {
  const rows = blocks.flatMap(({ rules }) => rules).filter((row) => row.columnName === column);
  const pairs = rows.flatMap((row) => {
    const words = recordsIn(row.valueAry);
    return [row.value ?? []].flat().map((one) => [one, String(words.find(({ key }) => key === one)?.['value'] ?? one)] as const);
  });
  return { values: pairs.map(([value]) => value), texts: [...new Set(pairs.map(([, text]) => text))] };
}

/** If a row's parent column has no value left, the row's own value is cleared, because it has no options. */
export function withoutOrphans<B extends Block>(before: readonly B[], after: readonly B[]): readonly B[] {
  const isLeft = (column: string): boolean =>
    parentOptions(before, column).values.length > 0 && !parentOptions(after, column).values.length;
  return after.map((block) => {
    const rules = block.rules.map((row) => {
      const parent = conditionColumn(row.columnName)?.dependsOn;
      if (!parent || !isLeft(parent)) return row;
      const { value: _value, valueAry: _list, displayName: _words, ...rest } = row;
      return rest;
    });
    return { ...block, rules };
  });
}
