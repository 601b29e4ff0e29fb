import { asksFor, isEmpty, type Kind } from 'prospectus/src/kinds/kind';

declare module 'prospectus/src/schemas/kit/field-ui' {
  interface Widgets {
    readonly beds: true;
  }
}

export const kind: Kind = {
  name: 'beds',
  weight: 60,
  widget: 'beds',
  matches: asksFor('beds'),
  operators: ['eq', 'gte', 'lte', 'null', 'nnull'],
  text: (value) => (isEmpty(value) ? '–' : `${String(value)} ${value === 1 ? 'bed' : 'beds'}`),
};
