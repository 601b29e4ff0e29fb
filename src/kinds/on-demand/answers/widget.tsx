import { Button } from 'antd';
import type { ReactNode } from 'react';
import { lowerFirst } from '../../../ui/marks/lower-first';
import { messageOf } from '../../../ui/page/states';
import { useReferred } from '../../../ui/fields/use-referred';
import { titleOf } from '../../../schemas/kit/resource';
import type { WidgetProps } from '../../kind-parts';
import { inWords } from '../../in-words';
import { AnswerFields } from '../questions/answer-fields';
import { answersOf, askedOnly, askerOf, noLongerAsked, questionsIn } from './answers';

/** The form of the questions, filled in: one control per question, by the question's kind. */
export function widget({ id, at, value, onChange, record, disabled, describedBy, inner }: WidgetProps): ReactNode {
  const { by, to } = askerOf(at);
  const asker = record[by];
  const { found, error, retry } = useReferred(to, asker);
  const questions = found && questionsIn(found);
  const answers = answersOf(value);
  const removed = questions ? inWords(noLongerAsked(questions, answers)) : '';
  return (
    <div
      id={id}
      className="p-nested"
      tabIndex={-1}
      role="group"
      aria-label="Answers"
      aria-busy={asker !== undefined && !questions && !error}
      aria-describedby={describedBy}
    >
      {asker === undefined ? (
        <p className="p-quiet">Choose the {lowerFirst(titleOf(at.resource, by))} first: it asks the questions.</p>
      ) : null}
      {error ? (
        <p className="p-error" role="alert">
          The questions could not be loaded: {messageOf(error)}{' '}
          <Button size="small" onClick={retry}>
            Retry
          </Button>
        </p>
      ) : null}
      {questions?.length === 0 ? <p className="p-quiet">It has no questions.</p> : null}
      {questions ? (
        <AnswerFields
          id={id}
          at={at}
          questions={questions}
          answers={answers}
          onChange={(next) => onChange(askedOnly(questions, next))}
          disabled={disabled}
          inner={inner}
        />
      ) : null}
      {removed ? (
        <p className="p-help">
          No longer asked: {removed}. {disabled ? '' : 'It is removed when an answer is changed.'}
        </p>
      ) : null}
    </div>
  );
}
