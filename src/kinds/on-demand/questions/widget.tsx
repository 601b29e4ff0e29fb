import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { mostQuestions, wrongQuestions } from '../../../schemas/kit/answer-schema';
import { Icon } from '../../../ui/marks/icon';
import type { WidgetProps } from '../../kind-parts';
import { AnswerFields } from './answer-fields';
import { lookFieldOf } from './look-field';
import { QuestionCard } from './question-card';
import { keyFor, lookOf, moved, schemaOf } from './edit-questions';
import { labelOf, questionsOf, questionTypes, type Question } from './questions';
import './questions.css';
import type { AnyRow } from '../../../schemas/kit/resource';

/** Leads are found and created by these answers. */
const contactKeys = ['phone', 'mobile', 'email'];

/** The questions of a form: one card each, the selected one expanded, with a preview of the form next to them. */
export function widget(props: WidgetProps): ReactNode {
  const { id, at, value, disabled = false } = props;
  const { questions, keys, keyShown, isFresh, open, setOpen, said, insert, change, move, remove } = useQuestions(props);
  const wrong = wrongQuestions(value ?? { type: 'object' }, at.name);
  const full = disabled || questions.length >= mostQuestions;

  return (
    <div className="p-questions">
      <div
        className="p-questions-list"
        id={id}
        tabIndex={-1}
        role="group"
        aria-label="Questions"
        aria-describedby={props.describedBy}
        onKeyDown={(event) => {
          // Enter saves a form; here it would save it unfinished.
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.target instanceof HTMLInputElement)
            event.preventDefault();
        }}
      >
        <ol>
          {questions.map((question, index) => {
            const name = keyShown(question.key);
            return (
              <QuestionCard
                key={name}
                id={`${id}.${index}`}
                question={question}
                index={index}
                count={questions.length}
                isFresh={isFresh(question.key)}
                taken={keys.filter((key) => key !== question.key)}
                wrong={wrong
                  .filter(({ path }) => isOf(path, `${at.name}.properties.${question.key}`))
                  .map(({ message }) => message)}
                open={open === name}
                disabled={disabled}
                full={full}
                onOpen={() => setOpen(open === name ? undefined : name)}
                onChange={(next) => change(index, next)}
                onMove={(by, button) => move(index, by, button)}
                onDuplicate={() => {
                  const title = `${labelOf(question)} (copy)`;
                  insert(index + 1, { ...question, key: keyFor(title, keys), field: { ...question.field, title } });
                }}
                onRemove={() => remove(index)}
              />
            );
          })}
        </ol>
        {questions.length ? null : <p className="p-quiet">No questions yet.</p>}
        <Button
          id={`${id}.add`}
          type="dashed"
          icon={<Icon name="plus" size={12} />}
          disabled={full}
          onClick={() =>
            insert(questions.length, {
              key: keyFor('', keys),
              field: { ...questionTypes.text.field, title: '' },
              required: false,
            })
          }
        >
          Add question
        </Button>
        {keys.some((key) => contactKeys.includes(key)) ? null : (
          <p className="p-questions-hint">
            Leads cannot be created from the answers: add a question for a phone number or an email address with the key phone,
            mobile or email.
          </p>
        )}
        <span className="p-visually-hidden" role="status">
          {said}
        </span>
      </div>
      <Preview id={`${id}.preview`} at={at} questions={questions} inner={props.inner} />
    </div>
  );
}

/** The questions, the selected one, and what can be done with them; `said` is for the screen reader. */
function useQuestions(props: WidgetProps) {
  const { id, at, value, record } = props;
  const lookField = lookFieldOf(at);
  const look = lookField ? record[lookField] : undefined;
  const questions = questionsOf(value, look);
  const keys = questions.map(({ key }) => key);
  // New questions have a temporary name until they are saved, because their key follows the label.
  const [fresh, setFresh] = useState<Readonly<Record<string, string>>>({});
  const [open, setOpen] = useState<string>();
  const [said, setSaid] = useState('');
  const keyShown = (key: string): string => (Object.hasOwn(fresh, key) ? fresh[key]! : key);
  const focus = (which: string): void => void requestAnimationFrame(() => document.getElementById(`${id}.${which}`)?.focus());

  const put = (next: readonly Question[], gone: readonly string[] = []): void => {
    const schema = schemaOf(next, value);
    if (lookField && props.onChangeWith) props.onChangeWith(schema, { [lookField]: lookOf(next, gone, look) });
    else props.onChange(schema);
  };
  const insert = (index: number, question: Question): void => {
    const name = `new ${Object.keys(fresh).length + 1} ${question.key}`;
    setFresh({ ...fresh, [question.key]: name });
    setOpen(name);
    put(questions.toSpliced(index, 0, question));
    focus(`${index}.label`);
  };
  const change = (index: number, next: Question): void => {
    const before = questions[index]!;
    // The old key keeps the name, because the value may arrive one render later than this.
    const name = keyShown(before.key);
    if (Object.hasOwn(fresh, before.key) && next.key !== before.key) setFresh({ ...fresh, [next.key]: name });
    put(questions.with(index, next), next.key === before.key ? [] : [before.key]);
  };
  const move = (index: number, by: -1 | 1, button: 'up' | 'down'): void => {
    const to = index + by;
    if (to < 0 || to >= questions.length) return;
    put(moved(questions, index, to));
    setSaid(`${labelOf(questions[index]!)} is now question ${to + 1} of ${questions.length}`);
    const end = to === 0 ? 'down' : to === questions.length - 1 ? 'up' : button;
    focus(`${to}.${end}`);
  };
  const remove = (index: number): void => {
    put(questions.toSpliced(index, 1), [keys[index]!]);
    setSaid(`${labelOf(questions[index]!)} removed`);
    focus(questions.length === 1 ? 'add' : `${Math.min(index, questions.length - 2)}.open`);
  };
  const isFresh = (key: string): boolean => Object.hasOwn(fresh, key);
  return { questions, keys, keyShown, isFresh, open, setOpen, said, insert, change, move, remove };
}

/** The form as an applicant sees it; what is typed into it is not saved. */
function Preview({
  id,
  at,
  questions,
  inner,
}: Pick<WidgetProps, 'id' | 'at' | 'inner'> & { questions: readonly Question[] }): ReactNode {
  const [answers, setAnswers] = useState<Readonly<AnyRow>>({});
  return (
    <section className="p-questions-preview" aria-label="Preview">
      <p className="p-questions-title">Preview</p>
      {questions.length ? (
        <div
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
          }}
        >
          <AnswerFields id={id} at={at} questions={questions} answers={answers} onChange={setAnswers} inner={inner} />
        </div>
      ) : (
        <p className="p-quiet">The form is empty.</p>
      )}
    </section>
  );
}

const isOf = (path: string, question: string): boolean => path === question || path.startsWith(`${question}.`);
