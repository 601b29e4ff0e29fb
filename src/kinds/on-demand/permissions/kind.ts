import { isEmpty, type Kind } from '../../kind';
import { counted } from '../../../schemas/kit/counted';

/** Access codes with their levels (D-003). */
export const kind: Kind = {
  name: 'permissions',
  weight: 75,
  matches: ({ field }) => field.items?.properties?.['code'] !== undefined && field.items.properties['level']?.type === 'array',
  operators: [],
  text: (value) => (isEmpty(value) || !Array.isArray(value) ? '–' : counted(value.length, 'right')),
  pageOnly: true,
  wide: true,
};
