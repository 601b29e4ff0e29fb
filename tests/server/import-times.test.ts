import { describe, expect, it } from 'vitest';
import { customValue } from '../../server/imports/custom-value';
import { dateValue } from '../../server/imports/cell-value';
import type { DateFormat } from '../../src/schemas/kit/lead-uploads';

const notReal = { wrong: 'is not a real date' };

describe('days and times of an import', () => {
  it.each([
    ['31/02/2026', notReal, notReal],
    ['01/13/2026', notReal, { value: '2026-01-13' }],
    ['13/01/2026', { value: '2026-01-13' }, notReal],
    ['2026-02-31', notReal, notReal],
    ['01/01/0050', notReal, notReal],
    ['0000-01-01', notReal, notReal],
  ])('SCREENS-2.5 the day %s', (text, dayFirst, monthFirst) => {
    expect([dateValue(text), dateValue(text, 'month_first')]).toEqual([dayFirst, monthFirst]);
  });

  const read = (text: string, dates?: DateFormat): unknown => {
    const found = customValue(text, { key: 'at', label: 'At', type: 'datetime' }, { phone: {}, dates, zone: 'Asia/Kolkata' });
    return 'wrong' in found ? 'wrong' : found.value;
  };
  it.each([
    ['03/04/2026 10:00', '2026-04-03T04:30:00.000Z', '2026-03-04T04:30:00.000Z'],
    ['13/01/2026 10:00', '2026-01-13T04:30:00.000Z', 'wrong'],
    ['13/01/2026', '2026-01-12T18:30:00.000Z', 'wrong'],
    ['3 Apr 2026, 4:05:06 pm', '2026-04-03T10:35:06.000Z', '2026-04-03T10:35:06.000Z'],
    ['2026-04-03T12:05 AM', '2026-04-02T18:35:00.000Z', '2026-04-02T18:35:00.000Z'],
    ['2026-04-03T10:00:30.250Z', '2026-04-03T10:00:30.000Z', '2026-04-03T10:00:30.000Z'],
    ['2026-04-03 10:00 +0100', '2026-04-03T09:00:00.000Z', '2026-04-03T09:00:00.000Z'],
  ])('SCREENS-2.5 the time %s is the tenant’s, its day as the file writes days', (text, dayFirst, monthFirst) => {
    expect([read(text), read(text, 'month_first')]).toEqual([dayFirst, monthFirst]);
  });

  const nothing = ['31/02/2026 10:00', '2026-02-31 10:00', '2026-02-31', 'hello 5', '5', '03/04/2026 25:00', ':', ''];
  it.each([...nothing, '03/04/2026 13:00 pm', '03/04/2026 10.30', '03/04/2026 10:00 or later', '03/04/2026 10:00+99:99'])(
    'SCREENS-2.5 the time %s is none',
    (text) => expect([read(text), read(text, 'month_first')]).toEqual(['wrong', 'wrong']),
  );
});
