import { asksFor, has, isEmpty, type Kind } from '../../kind';
import { jsonFault } from '../../json-fault';

declare module '../../../schemas/kit/field-ui' {
  interface Widgets {
    readonly code: true;
  }
  interface FieldUi {
    /** Of code: 'json' is checked as it is typed and when it is saved. */
    readonly language?: 'json';
  }
}

/** Text that a machine reads: kept to the letter, edited in letters of one width. */
export const kind: Kind = {
  name: 'code',
  weight: 60,
  widget: 'code',
  uiKeys: ['language'],
  matches: asksFor('code'),
  misuse: ({ resource, name, field }) => {
    if (!has(field, 'string')) return "code is a text; write type: 'string'";
    const language: string = resource.ui?.[name]?.language ?? 'json';
    return language === 'json' ? undefined : `'${language}' is not checked here; write language: 'json', or leave it out`;
  },
  operators: ['contains', 'startswith', 'null', 'nnull'],
  text: (value) => (isEmpty(value) ? '–' : String(value)),
  pageOnly: true,
  wide: true,
  wrong: (value, { resource, name }) => (resource.ui?.[name]?.language === 'json' ? jsonFault(String(value)) : undefined),
};
