import { describe, expect, it } from 'vitest';
import { changesTo, isAlike, versionsOf, type Entry } from '../../src/resources/detail/versions';
import type { AnyResource } from '../../src/schemas/kit/resource';
import type { AnyRow } from '../../src/resources/kind-looks';
import { bookings } from '../fixtures/bookings';
import { stays } from '../fixtures/stays';

const entry = (id: number, oldData: Entry['oldData'], newData: Entry['newData'], labels = {}): Entry => ({
  id,
  created_at: `2030-01-0${id}T10:00:00Z`,
  modifiedBy: { name: 'Asha' },
  property: 'Guests',
  oldData,
  newData,
  labels: { old: labels, new: {} },
});
const now = { id: 'b', name: 'C', guests: 3, warden_id: 'u2', state: 'draft', _labels: { warden_id: 'Meera' } };
const entries = [
  entry(4, { name: 'B', warden_id: 'u1' }, { name: 'C', warden_id: 'u2' }, { warden_id: 'Ravi' }),
  entry(3, { guests: 1 }, { guests: 3 }),
  entry(2, { state: 'cancelled' }, { state: 'draft' }),
  entry(1, {}, { name: 'B', guests: 1 }),
];

describe('the versions of a record', () => {
  it('are made by taking back what came later, with the names of references', () => {
    const [newest, second, third, fourth] = versionsOf(now, entries);
    expect(newest).toBe(now);
    expect(second).toMatchObject({ name: 'B', guests: 3, warden_id: 'u1', _labels: { warden_id: 'Ravi' } });
    expect(third).toMatchObject({ name: 'B', guests: 1 });
    expect(fourth).toMatchObject({ name: 'B', guests: 1, state: 'cancelled' });
  });

  it('are restored by what this person can change: neither states nor locked fields', () => {
    const [, , , first] = versionsOf(now, entries);
    expect(changesTo(bookings, first!, now)).toEqual({ name: 'B', guests: 1, warden_id: 'u1' });
    const locked: AnyResource = { ...bookings, locked: ['warden_id'], fixed: ['name'] };
    expect(changesTo(locked, first!, now)).toEqual({ guests: 1 });
  });

  it('rows that are gone come back without what only the server writes', () => {
    const meals = (...rows: object[]): AnyRow => ({ id: 's', name: 'S', meals: rows });
    const was = meals(
      { what: 'Tea', added_by: 'u1' },
      { what: 'Lunch', added_by: 'u2', amount: 3 },
      { what: 'Tea', added_by: 'u1' },
    );
    expect(changesTo(stays, was, meals({ what: 'Tea', added_by: 'u1' }))).toEqual({
      meals: [{ what: 'Tea', added_by: 'u1' }, { what: 'Lunch' }, { what: 'Tea' }],
    });
  });

  it('are alike where only the writing of a time differs', () => {
    expect(isAlike('2030-01-01T10:00:00+00:00', '2030-01-01T10:00:00.000Z')).toBe(true);
    expect(isAlike('2030-01-01T10:00:00+00:00', '2030-01-01T10:00:01.000Z')).toBe(false);
    expect(isAlike(null, undefined)).toBe(true);
    expect(isAlike('a', 'b')).toBe(false);
  });
});
