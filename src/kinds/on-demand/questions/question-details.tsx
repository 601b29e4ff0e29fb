import { Input, InputNumber } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Field } from '../../../schemas/kit/field';
import { patched, withOptions } from './edit-questions';
import { optionsOf, type QuestionType } from './questions';

interface Details {
  readonly id: string;
  readonly field: Field;
  readonly type: QuestionType | undefined;
  readonly disabled: boolean;
  readonly onChange: (field: Field) => void;
}

/** The settings of this type of question only: options, limits, length and pattern of a text. */
export function QuestionDetails(props: Details): ReactNode {
  const { type } = props;
  if (type === 'choice' || type === 'choices') return <Options key={type} {...props} />;
  if (type === 'integer' || type === 'number')
    return (
      <>
        <Bound {...props} keyword="minimum" title="Minimum" />
        <Bound {...props} keyword="maximum" title="Maximum" />
      </>
    );
  if (type === 'text' || type === 'long')
    return (
      <>
        <Bound {...props} keyword="maxLength" title="Maximum characters" />
        {type === 'text' ? <Pattern {...props} /> : null}
      </>
    );
  return null;
}

/** One option per line. The text stays as typed; the question gets the lines that are not empty. */
function Options({ id, field, disabled, onChange }: Details): ReactNode {
  const [text, setText] = useState(() => optionsOf(field).join('\n'));
  return (
    <div className="p-question-wide">
      <label htmlFor={`${id}.options`}>Options, one per line</label>
      <Input.TextArea
        id={`${id}.options`}
        className="p-grows"
        rows={3}
        value={text}
        disabled={disabled}
        onChange={({ target }) => {
          setText(target.value);
          onChange(withOptions(field, linesOf(target.value)));
        }}
      />
    </div>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function Bound({
  id,
  field,
  type,
  disabled,
  onChange,
  keyword,
  title,
}: Details & { keyword: 'minimum' | 'maximum' | 'maxLength'; title: string }): ReactNode {
  const isCount = keyword === 'maxLength';
  return (
    <div>
      <label htmlFor={`${id}.${keyword}`}>{title}</label>
      <InputNumber
        id={`${id}.${keyword}`}
        value={field[keyword] ?? null}
        disabled={disabled}
        // a text is short up to 300 characters, long above (kinds/textarea)
        {...(isCount ? (type === 'long' ? { min: 301, max: 20_000 } : { min: 1, max: 300 }) : {})}
        {...(isCount || type === 'integer' ? { precision: 0 } : {})}
        // without a limit a long text would become a short one while the next limit is typed
        onChange={(next) => (next === null && type === 'long' ? undefined : onChange(patched(field, keyword, next ?? undefined)))}
      />
    </div>
  );
}

function Pattern({ id, field, disabled, onChange }: Details): ReactNode {
  return (
    <div>
      <label htmlFor={`${id}.pattern`}>Pattern</label>
      <Input
        id={`${id}.pattern`}
        value={field.pattern ?? ''}
        maxLength={200}
        disabled={disabled}
        autoComplete="off"
        spellCheck={false}
        placeholder="Any text"
        title="The answer must match this pattern"
        onChange={({ target }) => onChange(patched(field, 'pattern', target.value || undefined))}
      />
    </div>
  );
}
