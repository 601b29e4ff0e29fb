import { isEmpty } from '../../kind';
import type { BrowserPart } from '../../kind-parts';
import { lookFieldOf } from './look-field';
import { kind } from './kind';
import { labelOf, optionsOf, questionsOf, questionTypes, typeOf } from './questions';

export const browser: BrowserPart = {
  cell: ({ value, at }) => kind.text(value, at),
  value: ({ value, at, record }) => {
    const lookField = lookFieldOf(at);
    const questions = questionsOf(value, lookField ? record?.[lookField] : undefined);
    if (isEmpty(value) || !questions.length) return '–';
    return (
      <ol className="p-questions-read">
        {questions.map((question) => {
          const type = typeOf(question.field);
          const options = optionsOf(question.field).join(', ');
          return (
            <li key={question.key}>
              {labelOf(question)}{' '}
              <span className="p-quiet">
                {[type ? questionTypes[type].label : '', options, question.required ? 'must be answered' : '']
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          );
        })}
      </ol>
    );
  },
};
