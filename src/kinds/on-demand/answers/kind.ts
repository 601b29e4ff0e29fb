import { inWords } from '../../in-words';
import type { Kind } from '../../kind';

declare module '../../../schemas/kit/field-ui' {
  interface Widgets {
    readonly answers: true;
  }
}

/** The answers to the questions of another record: `questionsOf` (FieldUi) names the reference to that record. */
export const kind: Kind = {
  name: 'answers',
  weight: 77,
  widget: 'answers',
  matches: ({ resource, name, path }) => path === name && resource.ui?.[name]?.widget === 'answers',
  operators: ['null', 'nnull'],
  text: (value) => inWords(value) || '–',
  pageOnly: true,
  looksAround: true,
};
