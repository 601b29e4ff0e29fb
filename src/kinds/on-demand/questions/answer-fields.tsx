import type { ReactNode } from 'react';
import type { FieldAt } from '../../kind';
import type { WidgetProps } from '../../kind-parts';
import { labelOf, type Question } from './questions';
import './questions.css';
import type { AnyRow } from '../../../schemas/kit/resource';

type Answers = Readonly<AnyRow>;

/** The questions as a form: each with the control of its kind. */
export function AnswerFields({
  id,
  at,
  questions,
  answers,
  onChange,
  disabled,
  inner: Inner,
}: Pick<WidgetProps, 'id' | 'at' | 'disabled' | 'inner'> & {
  questions: readonly Question[];
  answers: Answers;
  onChange: (answers: Answers) => void;
}): ReactNode {
  return questions.map((question) => {
    const { key, field, required } = question;
    const help = field.description;
    return (
      <div key={key} className="p-answer">
        <label htmlFor={`${id}.${key}`}>
          {labelOf(question) || 'Question without a label'}
          {required ? (
            <span className="p-required" aria-hidden="true">
              *
            </span>
          ) : null}
        </label>
        {Inner ? (
          <Inner
            id={`${id}.${key}`}
            at={questionAt(at, question)}
            value={Object.hasOwn(answers, key) ? answers[key] : undefined}
            onChange={(next) => onChange(withAnswer(answers, key, next))}
            record={answers}
            required={required}
            disabled={disabled}
            describedBy={help ? `${id}.${key}-help` : undefined}
          />
        ) : null}
        {help ? (
          <p id={`${id}.${key}-help`} className="p-help">
            {help}
          </p>
        ) : null}
      </div>
    );
  });
}

const questionAt = (at: FieldAt, { key, field }: Question): FieldAt => ({ ...at, path: `${at.path}.${key}`, field });

function withAnswer(answers: Answers, key: string, value: unknown): Answers {
  const { [key]: _before, ...rest } = answers;
  return value === undefined || value === null ? rest : { ...rest, [key]: value };
}
