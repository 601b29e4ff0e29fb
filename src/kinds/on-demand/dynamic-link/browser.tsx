import { linkOf } from '../../../schemas/kit/links';
import { choiceText } from '../../choice-text';
import type { BrowserPart } from '../../kind-parts';
import { byAt, showsBoth } from './parts';
import { kind } from './kind';

/** The record's name; behind what it is, where the field shows that too. */
export const browser: BrowserPart = {
  cell: ({ value, at, label, record = {} }) => {
    const link = linkOf(at.resource, at.name);
    const text = kind.text(value, at, label);
    if (!link || text === '–' || !showsBoth(at, link)) return text;
    return `${choiceText(record[link.by], byAt(at, link))}: ${text}`;
  },
};
