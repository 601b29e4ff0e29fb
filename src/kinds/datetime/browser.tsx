import { fullTime } from '../../ui/time/dates';
import { Time } from '../../ui/time/time';
import { systemColumns } from '../../schemas/kit/resource';
import type { BrowserPart } from '../kind-parts';

/** When a row was created or changed: in a list the date is enough. Other fields show the time too. */
const isSystem = (name: string): boolean => systemColumns.some((one) => one === name);

export const browser: BrowserPart = {
  text: ({ value }) => fullTime(value),
  cell: ({ value, at }) => Time({ at: value, hour: !isSystem(at.name) }),
  value: ({ value }) => <time dateTime={String(value)}>{fullTime(value)}</time>,
};
