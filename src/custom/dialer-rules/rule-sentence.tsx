import type { ReactNode } from 'react';
import { rowWords } from '../../kinds/condition-words';
import { useEntityName } from '../../providers/session/use-entity-name';
import type { ConditionRow, Joint } from '../../schemas/kit/conditions';

interface Props {
  readonly draft: {
    readonly triggerType: 'create' | 'update' | null;
    readonly rule: readonly { readonly condition: Joint; readonly rules: readonly Partial<ConditionRow>[] }[];
    readonly globleCondtion: Joint;
  };
  readonly listNames: readonly string[];
}

/** The rule as a sentence; incomplete rows are omitted. */
export function RuleSentence({ draft, listNames }: Props): ReactNode {
  const blocks = draft.rule
    .map(({ condition, rules }) => ({ condition, rows: rules.filter(isComplete) }))
    .filter(({ rows }) => rows.length);
  return (
    <aside className="dr-words" aria-label="In words">
      <h2>In words</h2>
      <p>
        When a lead is <b>{draft.triggerType === 'create' ? 'created' : draft.triggerType === 'update' ? 'updated' : '…'}</b>, add
        it to <b>{listNames.length ? listNames.join(', ') : '…'}</b> if{' '}
        {blocks.length
          ? blocks.map(({ condition, rows }, b) => (
              <span key={b}>
                {b > 0 ? <b className="dr-joint"> {word(draft.globleCondtion)} if </b> : null}
                {rows.map((row, r) => (
                  <span key={r}>
                    {r > 0 ? <span className="p-quiet"> {word(condition)} </span> : null}
                    <RowWords row={row} />
                  </span>
                ))}
              </span>
            ))
          : '…'}
        .
      </p>
    </aside>
  );
}

function RowWords({ row }: { row: ConditionRow }): ReactNode {
  const { column, value } = rowWords(row, useEntityName());
  return (
    <>
      its {column} is {verbs[row.operator]}
      <b>{value}</b>
    </>
  );
}

const verbs = { in: '', 'NOT IN': 'not ', '<': 'before ', '>': 'after ', between: 'between ' } as const;
const word = (joint: Joint): string => (joint === 'Or' ? 'or' : 'and');

const isComplete = (row: Partial<ConditionRow>): row is ConditionRow =>
  Boolean(row.columnName && row.operator) && row.value !== undefined;
