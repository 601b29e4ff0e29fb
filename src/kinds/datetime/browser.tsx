import { fullTime } from '../../ui/dates';
import { Time } from '../../ui/time';
import type { BrowserHalf } from '../halves';

export const browser: BrowserHalf = {
  text: ({ value }) => fullTime(value),
  cell: ({ value }) => Time({ at: value }),
  value: ({ value }) => <time dateTime={String(value)}>{fullTime(value)}</time>,
};
