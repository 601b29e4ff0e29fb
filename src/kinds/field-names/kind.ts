import { kind as tags } from '../tags/kind';
import { isEmpty, words, type Kind } from '../kind';

/** Names of fields; `fieldsOf` (FieldUi) names their resource. */
export const kind: Kind = {
  ...tags,
  inline: false,
  name: 'field-names',
  weight: 31,
  matches: (at) => at.path === at.name && at.resource.ui?.[at.name]?.fieldsOf !== undefined && tags.matches(at),
  text: (value) => (isEmpty(value) ? '–' : [value].flat().map(words).join(', ')),
};
