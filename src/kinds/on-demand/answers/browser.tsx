import type { ReactNode } from 'react';
import { useReferred } from '../../../ui/fields/use-referred';
import type { BrowserPart, Look } from '../../kind-parts';
import { inWords } from '../../in-words';
import { words } from '../../kind';
import { kindMatching } from '../../kind-of';
import { labelOf } from '../questions/questions';
import { answersOf, askerOf, questionsIn } from './answers';

export const browser: BrowserPart = {
  cell: ({ value }) => inWords(value) || '–',
  value: (look) => <AnswersRead {...look} />,
};

/** Each question with its answer, in the form's order; answers to removed questions come last, under their keys. */
function AnswersRead({ value, at, record = {} }: Look): ReactNode {
  const { by, to } = askerOf(at);
  const { found } = useReferred(to, record[by]);
  const questions = found ? questionsIn(found) : [];
  const answers = answersOf(value);
  const asked = questions.filter(({ key }) => Object.hasOwn(answers, key));
  const once = Object.keys(answers).filter((key) => !asked.some((one) => one.key === key));
  const lines = [
    ...asked.map((one) => {
      const inside = { ...at, path: `${at.path}.${one.key}`, field: one.field };
      return [one.key, labelOf(one), kindMatching(inside).text(answers[one.key], inside)] as const;
    }),
    ...once.map((key) => [key, words(key), inWords(answers[key]) || '–'] as const),
  ];
  if (!lines.length) return '–';
  return (
    <ul className="p-questions-read">
      {lines.map(([key, label, text]) => (
        <li key={key}>
          <span className="p-quiet">{label}:</span> {text}
        </li>
      ))}
    </ul>
  );
}
