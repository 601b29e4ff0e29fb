import { blockSentence } from '../condition-words';
import { isEmpty, type Kind } from '../kind';
import type { ConditionBlock } from '../../schemas/kit/conditions';

/** Blocks of conditions on leads (kit/condition-blocks). */
export const kind: Kind = {
  name: 'conditions',
  weight: 76,
  matches: ({ field }) => field.items?.properties?.['rules']?.items?.properties?.['columnName'] !== undefined,
  operators: [],
  text: (value) =>
    isEmpty(value) || !Array.isArray(value) ? '–' : (value as ConditionBlock[]).map((block) => blockSentence(block)).join(' · '),
  looksAround: true,
};
