import { Person } from '../../ui/marks/avatar';
import { targetOf } from '../kind-target';
import type { BrowserPart } from '../kind-parts';
import { kind } from './kind';
import { people } from '../../schemas/kit/named-resources';

export const browser: BrowserPart = {
  cell: ({ value, at, label }) => {
    const text = kind.text(value, at, label);
    return targetOf(at)?.to === people && text !== '–' ? <Person name={text} /> : text;
  },
};
