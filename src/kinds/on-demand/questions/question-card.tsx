import { Button, Input, Select, Switch } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '../../../ui/marks/icon';
import { QuestionDetails } from './question-details';
import { keyFor, patched, retyped } from './edit-questions';
import { labelOf, questionTypeNames, questionTypes, typeOf, type Question, type QuestionType } from './questions';

export interface QuestionCardProps {
  readonly id: string;
  readonly question: Question;
  readonly index: number;
  readonly count: number;
  /** Not saved yet: its key follows the label and can be edited. */
  readonly isFresh: boolean;
  readonly taken: readonly string[];
  readonly wrong: readonly string[];
  readonly open: boolean;
  readonly disabled: boolean;
  readonly full: boolean;
  readonly onOpen: () => void;
  readonly onChange: (question: Question) => void;
  readonly onMove: (by: -1 | 1, button: 'up' | 'down') => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

/** One question: a summary line, and when expanded all its settings. */
export function QuestionCard(props: QuestionCardProps): ReactNode {
  const { id, question, index, count, open, disabled } = props;
  const { field, required } = question;
  const name = labelOf(question) || `Question ${index + 1}`;
  const type = typeOf(field);
  const byKey = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    props.onMove(event.key === 'ArrowUp' ? -1 : 1, event.key === 'ArrowUp' ? 'up' : 'down');
  };
  return (
    <li className={props.wrong.length ? 'p-question p-wrong' : 'p-question'}>
      <div className="p-question-head" onKeyDown={byKey}>
        <button type="button" id={`${id}.open`} className="p-question-name" aria-expanded={open} onClick={props.onOpen}>
          <span className="p-num p-quiet">{index + 1}.</span>
          <span className="p-cut">
            {name}
            {required ? <span className="p-required">*</span> : null}
          </span>
          <span className="p-quiet p-question-type">{type ? questionTypes[type].label : 'Kept as it is'}</span>
        </button>
        <span className="p-question-do">
          <Tool
            id={`${id}.up`}
            icon="up"
            label={`Move ${name} up`}
            off={disabled || index === 0}
            go={() => props.onMove(-1, 'up')}
          />
          <Tool
            id={`${id}.down`}
            icon="down"
            label={`Move ${name} down`}
            off={disabled || index === count - 1}
            go={() => props.onMove(1, 'down')}
          />
          <Tool id={`${id}.copy`} icon="copy" label={`Duplicate ${name}`} off={props.full} go={props.onDuplicate} />
          <Tool id={`${id}.remove`} icon="trash" label={`Remove ${name}`} off={disabled} go={props.onRemove} />
        </span>
      </div>
      {open ? <QuestionForm {...props} type={type} /> : null}
      {props.wrong.map((message) => (
        <p key={message} className="p-error">
          {message}
        </p>
      ))}
    </li>
  );
}

function QuestionForm(props: QuestionCardProps & { type: QuestionType | undefined }): ReactNode {
  const { id, question, type, isFresh, disabled, onChange } = props;
  const { key, field, required } = question;
  const isWrong = props.wrong.length > 0;
  return (
    <div className="p-question-body">
      <div className="p-question-wide">
        <label htmlFor={`${id}.label`}>Label</label>
        <Input
          id={`${id}.label`}
          value={field.title ?? ''}
          maxLength={200}
          disabled={disabled}
          status={isWrong && field.title !== undefined && !field.title.trim() ? 'error' : ''}
          autoComplete="off"
          onChange={({ target }) =>
            onChange({
              ...question,
              field: { ...field, title: target.value },
              ...(isFresh ? { key: keyFor(target.value, props.taken) } : {}),
            })
          }
        />
      </div>
      <div>
        <label htmlFor={`${id}.type`}>Type</label>
        <Select<QuestionType | null>
          id={`${id}.type`}
          value={type ?? null}
          disabled={disabled}
          placeholder="Kept as it is"
          virtual={false}
          options={questionTypeNames.map((one) => ({ value: one, label: questionTypes[one].label }))}
          onChange={(next) => (next ? onChange({ ...question, field: retyped(field, next) }) : undefined)}
        />
      </div>
      <div>
        <label htmlFor={`${id}.required`}>Must be answered</label>
        <span className="p-switch">
          <Switch
            id={`${id}.required`}
            checked={required}
            disabled={disabled}
            onChange={(next) => onChange({ ...question, required: next })}
          />
        </span>
      </div>
      <QuestionDetails
        id={id}
        field={field}
        type={type}
        disabled={disabled}
        onChange={(next) => onChange({ ...question, field: next })}
      />
      <div className="p-question-wide">
        <label htmlFor={`${id}.help`}>Help below the question</label>
        <Input
          id={`${id}.help`}
          value={field.description ?? ''}
          maxLength={500}
          disabled={disabled}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...question, field: patched(field, 'description', target.value || undefined) })}
        />
      </div>
      <p className="p-quiet p-question-wide">
        Key of the answer: <code>{key}</code>
        {isFresh ? ', follows the label until the form is saved' : ''}
      </p>
    </div>
  );
}

function Tool(props: {
  id: string;
  icon: 'up' | 'down' | 'copy' | 'trash';
  label: string;
  off: boolean;
  go: () => void;
}): ReactNode {
  return (
    <Button
      id={props.id}
      type="text"
      size="small"
      icon={<Icon name={props.icon} size={14} />}
      aria-label={props.label}
      title={props.label}
      disabled={props.off}
      onClick={props.go}
    />
  );
}
