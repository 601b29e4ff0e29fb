import { blockSentence } from '../condition-words';
import type { Kind } from '../kind';
import { blocksIn } from '../../schemas/kit/conditions';

/** Blocks of conditions on leads (kit/condition-blocks). */
export const kind: Kind = {
  name: 'conditions',
  weight: 76,
  matches: ({ field }) => field.items?.properties?.['rules']?.items?.properties?.['columnName'] !== undefined,
  operators: [],
  text: (value) =>
    blocksIn(value)
      .map((block) => blockSentence(block))
      .join(' · ') || '–',
  looksAround: true,
};
