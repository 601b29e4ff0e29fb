import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

// This schema is not checked: Ajv would compile its schemas of schemas at each start, for a seventh of a second.
const known = new Ajv2020({ meta: false, validateSchema: false });
addFormats(known, ['date-time']);
const isRfc3339 = known.compile({ type: 'string', format: 'date-time' });

/** A date and time with its zone, as every call takes it. */
export const isMoment = (text: string): boolean => isRfc3339(text) && !Number.isNaN(Date.parse(text));

/** RFC 3339 knows the leap second 23:59:60, which no `Date` can hold: a time that cannot be read is refused where it is sent. */
export function readableMoments(ajv: Ajv2020): void {
  ajv.addFormat('date-time', isMoment);
}
