import { Button, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { useEntityName } from '../../providers/session/use-entity-name';
import { conditionColumn, conditionColumns, operatorWord, operatorsOf } from '../../schemas/kit/condition-columns';
import { blocksIn, type ConditionBlock, type ConditionRow, type Joint } from '../../schemas/kit/conditions';
import './condition-builder.css';
import { ConditionValue } from './condition-value';
import { Icon } from '../marks/icon';
import { useCustomColumns, type CustomColumn } from '../fields/use-custom-columns';
import { MatchingLeads } from './matching-leads';
import { parentOptions, withoutOrphans, type ParentChoice } from '../fields/parent-values';
import { toasts } from '../toasts/toasts';

export interface ConditionBuilderProps {
  readonly id: string;
  readonly value: unknown;
  readonly onChange: (blocks: readonly ConditionBlock[] | undefined) => void;
  /** How the blocks are joined (`globleCondtion`, a separate field). */
  readonly joint: Joint;
  /** If set, the join is edited here, between the blocks and above the first. */
  readonly onJoint?: ((joint: Joint) => void) | undefined;
  /** The call that counts the leads. */
  readonly counts: 'rule' | 'audience' | 'dialer';
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly describedBy?: string | undefined;
}
type Row = Partial<ConditionRow>;
interface Block {
  readonly condition: Joint;
  readonly rules: readonly Row[];
}

/**
 * Blocks of conditions on leads: column, operator, value; rows of a block are joined by And or Or. Usable by keyboard, one column
 * on a phone.
 */
export function ConditionBuilder(props: ConditionBuilderProps): ReactNode {
  const { id, value, onChange, joint, disabled } = props;
  const held = blocksIn(value);
  const blocks: readonly Block[] = held.length ? held : [emptyBlock];
  const custom = useCustomColumns(props.counts !== 'dialer');
  const put = (next: readonly Block[]): void => onChange(withoutOrphans(blocks, next) as readonly ConditionBlock[]);
  const putBlock = (b: number, block: Block): void => put(blocks.with(b, block));
  const chosen = (name: string) => parentOptions(blocks, name);
  // The last row cannot be removed; a block that becomes empty is.
  const removeRow = (b: number, r: number): void => {
    const rules = blocks[b]!.rules.toSpliced(r, 1);
    if (rules.length) putBlock(b, { ...blocks[b]!, rules });
    else if (blocks.length > 1) put(blocks.toSpliced(b, 1));
    else toasts.warning("You can't delete last record");
  };
  return (
    <div className="p-blocks" id={id} tabIndex={-1} role="group" aria-describedby={props.describedBy}>
      {blocks.map((block, b) => (
        <div key={b}>
          {b > 0 ? (
            <div className="p-block-joint">
              {b === 1 && props.onJoint ? null : joint === 'Or' ? 'or' : 'and'}
              {b === 1 && props.onJoint ? (
                <>
                  <AndOr label="Blocks are joined by" value={joint} disabled={disabled} onChange={props.onJoint} />{' '}
                  <span>blocks are joined by {joint === 'Or' ? 'Or' : 'And'}</span>
                </>
              ) : null}
            </div>
          ) : null}
          <fieldset className={props.invalid ? 'p-block p-block-wrong' : 'p-block'} disabled={disabled}>
            <legend className="p-visually-hidden">Block {b + 1}</legend>
            <div className="p-block-head">
              <span>
                <b>Block {b + 1}</b> <span className="p-quiet">rows joined by</span>{' '}
                <AndOr
                  label={`Block ${b + 1}: rows are joined by`}
                  value={block.condition ?? 'And'}
                  disabled={disabled}
                  onChange={(condition) => putBlock(b, { ...block, condition })}
                />
              </span>
              {blocks.length > 1 ? (
                <Button
                  type="text"
                  size="small"
                  icon={<Icon name="trash" size={14} />}
                  aria-label={`Remove block ${b + 1}`}
                  onClick={() => put(blocks.toSpliced(b, 1))}
                />
              ) : null}
            </div>
            {block.rules.map((row, r) => (
              <ConditionLine
                key={r}
                id={`${id}.${b}.${r}`}
                name={`Block ${b + 1}, condition ${r + 1}`}
                row={row}
                chosen={chosen}
                custom={custom}
                disabled={disabled}
                onChange={(next) => putBlock(b, { ...block, rules: block.rules.with(r, next) })}
                onRemove={() => removeRow(b, r)}
              />
            ))}
            <Button
              type="dashed"
              size="small"
              icon={<Icon name="plus" size={12} />}
              disabled={disabled || block.rules.length >= 50}
              onClick={() => {
                putBlock(b, { ...block, rules: [...block.rules, {}] });
                focusSoon(`${id}.${b}.${block.rules.length}.column`);
              }}
            >
              Add condition
            </Button>
          </fieldset>
        </div>
      ))}
      <div className="p-blocks-foot">
        <Button
          size="small"
          icon={<Icon name="plus" size={12} />}
          disabled={disabled || blocks.length >= 20}
          onClick={() => {
            put([...blocks, emptyBlock]);
            focusSoon(`${id}.${blocks.length}.0.column`);
          }}
        >
          Add block
        </Button>
        <MatchingLeads blocks={blocks} joint={joint} counts={props.counts} />
      </div>
    </div>
  );
}

function ConditionLine(props: {
  id: string;
  name: string;
  row: Row;
  chosen: (column: string) => ParentChoice;
  custom: readonly CustomColumn[];
  disabled: boolean;
  onChange: (row: Row) => void;
  onRemove: () => void;
}): ReactNode {
  const { id, name, row, disabled, onChange } = props;
  const column = conditionColumn(row.columnName);
  const entity = useEntityName();
  const custom = props.custom.find(({ value }) => value === row.columnName);
  return (
    <div className="p-condition">
      <Select
        id={`${id}.column`}
        aria-label={`${name}: column`}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="Column"
        disabled={disabled}
        value={row.columnName ?? null}
        options={[...columnOptions(entity), ...props.custom.map(({ value, label }) => ({ value, label }))]}
        onChange={(columnName) => {
          const next = conditionColumn(columnName)!;
          onChange({
            columnName: next.name,
            operator: operatorsOf(next, props.custom.find(({ value }) => value === columnName)?.kind)[0]!,
            belongsTo: next.dependsOn ?? '',
          });
          focusSoon(`${id}.value`);
        }}
      />
      <Select
        id={`${id}.operator`}
        aria-label={`${name}: operator`}
        disabled={disabled || !column}
        value={row.operator ?? null}
        placeholder="Operator"
        options={
          column
            ? operatorsOf(column, custom?.kind).map((one) => ({
                value: one,
                label: operatorWord(one, custom?.kind === 'number'),
              }))
            : []
        }
        onChange={(operator) => {
          const { value: _value, valueAry: _list, displayName: _words, ...rest } = row;
          onChange({ ...rest, operator });
        }}
      />
      <ConditionValue
        id={`${id}.value`}
        label={`${name}: value`}
        row={row}
        chosen={props.chosen}
        custom={custom}
        disabled={disabled}
        onChange={onChange}
      />
      <Button
        type="text"
        size="small"
        className="p-condition-remove"
        icon={<Icon name="trash" size={14} />}
        aria-label={`Remove ${name.toLowerCase()}`}
        disabled={disabled}
        onClick={props.onRemove}
      />
    </div>
  );
}

function AndOr({
  label,
  ...props
}: {
  label: string;
  value: Joint;
  disabled: boolean;
  onChange: (joint: Joint) => void;
}): ReactNode {
  return <Segmented<Joint> size="small" aria-label={label} options={['And', 'Or']} {...props} />;
}

const emptyBlock: Block = { condition: 'And', rules: [{}] };
const columnOptions = (entity: string) =>
  conditionColumns.map(({ name, label }) => ({ value: name, label: label.replace('{entity}', entity) }));
const focusSoon = (id: string): void => void requestAnimationFrame(() => document.getElementById(id)?.focus());
