import { words, type Kind } from '../../kind';
import { recordIn } from '../../../schemas/kit/is-record';

declare module '../../../schemas/kit/field-ui' {
  interface Widgets {
    readonly questions: true;
  }
}

/** The questions of a form: a schema of the answers, edited as a list. Their order is stored in the field that goes `with` it. */
export const kind: Kind = {
  name: 'questions',
  weight: 78,
  widget: 'questions',
  matches: ({ resource, name, path }) => path === name && resource.ui?.[name]?.widget === 'questions',
  operators: ['null', 'nnull'],
  width: 240,
  text: (value) => {
    const titles = Object.entries(recordIn(recordIn(value)['properties'])).map(([key, field]) => {
      const { title } = recordIn(field);
      return typeof title === 'string' ? title : words(key);
    });
    return titles.join(', ') || '–';
  },
  looksAround: true,
};
