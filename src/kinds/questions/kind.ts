import { isEmpty, words, type Kind } from '../kind';

/** The questions of a form: a schema of the answers, edited as a list; their order stands in the field that goes `with` it. */
export const kind: Kind = {
  name: 'questions',
  weight: 78,
  matches: ({ resource, name, path }) => path === name && resource.ui?.[name]?.widget === 'questions',
  operators: ['empty'],
  width: 240,
  text: (value) => {
    const properties = (value as { properties?: Record<string, { title?: unknown }> } | null)?.properties;
    if (isEmpty(value) || !properties || typeof properties !== 'object') return '–';
    return (
      Object.entries(properties)
        .map(([key, field]) => (typeof field?.title === 'string' ? field.title : words(key)))
        .join(', ') || '–'
    );
  },
  looksAround: true,
};
