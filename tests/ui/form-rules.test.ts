import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changesOf,
  dependentsOf,
  draftOf,
  mostMounted,
  requiredNow,
  sectionsOf,
  shownFields,
} from '../../src/resources/form/form-fields';
import { defaultsOf, emptiedOf } from '../../src/resources/form/form-defaults';
import { derivedNow } from '../../src/resources/form/derived-now';
import { beginningNow } from '../../src/providers/session/beginning';
import { newRow } from '../../src/kinds/list/new-row';
import { kindAt } from '../../src/kinds/kind-of';
import { refusalOf } from '../../src/resources/refusal';
import { usesDrawer } from '../../src/resources/form-place';
import { followersOf } from '../../src/schemas/kit/defaults';
import { defineResource } from '../../src/schemas/kit/resource';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { stays } from '../fixtures/stays';

describe('the form of a resource', () => {
  it('mounts at most forty fields, and has none twice', () => {
    for (const resource of resources.filter((one) => one.menu)) {
      const sections = sectionsOf(resource, defaultsOf(resource));
      const open = sections.filter((section) => !section.folded).flatMap((section) => section.fields);
      const all = sections.flatMap((section) => section.fields);
      expect(open.length, resource.name).toBeLessThanOrEqual(mostMounted);
      expect(new Set(all).size, resource.name).toBe(all.length);
      for (const name of requiredNow(resource, defaultsOf(resource)))
        if (!resource.readOnly?.includes(name)) expect(all, `${resource.name}.${name}`).toContain(name);
    }
  });

  it('a new announcement is shown from the current minute by default', () => {
    const begun = Date.parse(String(defaultsOf(resourceNamed('announcements'))['starts_at']));
    expect(begun % 60_000).toBe(0);
    expect(Date.now() - begun).toBeLessThan(60_000 + 5000);
    expect(begun).toBeLessThanOrEqual(Date.now());
  });

  it('a new stay begins with its user and day; what was emptied is sent as null', () => {
    const begun = defaultsOf(stays);
    expect(Object.keys(begun).toSorted()).toEqual(['day', 'keeper_id', 'opened_at']);
    expect(emptiedOf(stays, { name: 'A', badge: 'A', day: '2030-01-02' })).toEqual({
      keeper_id: null,
      opened_at: null,
      tag: null,
    });
    expect(followersOf(stays, {}, 'name')).toEqual(['badge', 'tag']);
    expect(followersOf(stays, { name: 'A', badge: 'A', tag: 'own' }, 'name')).toEqual(['badge']);
    expect(followersOf(stays, { name: 'A', badge: 'own' }, 'name')).toEqual([]);
  });

  it('a new row has its defaults, except those that only the server writes', () => {
    const row = newRow(kindAt(stays, 'meals').at, { what: 'Tea' }, beginningNow());
    expect(Object.keys(row).toSorted()).toEqual(['from', 'until', 'what']);
  });

  it('shows what a save fills in: results as they are now, copies while their reference stays', () => {
    const draft = { clg_id: 1, nights: 2, discount: 50, meals: [{ count: 3, price: 10 }] };
    const now = derivedNow(stays, draft, { clg_id: 1, fee: 100 });
    expect(now).toMatchObject({ fee: 100, price: 200, meal_total: 15, total: 107.5, kind: 'Short', meals: [{ amount: 15 }] });
    expect(derivedNow(stays, { ...draft, clg_id: 2 }, { clg_id: 1, fee: 100 })['total']).toBeUndefined();
    expect(shownFields(stays)).toContain('total');
    expect(Object.keys(draftOf(stays, { ...draft, total: 1 }))).not.toContain('total');
  });

  it('a large schema folds the fields after the fortieth', () => {
    const properties = Object.fromEntries(Array.from({ length: 95 }, (_, i) => [`f${i}`, { type: 'string' } as const]));
    const large = defineResource({
      name: 'large',
      label: 'Large',
      access: 'nobody',
      fields: { type: 'object', additionalProperties: false, properties },
    });
    const sections = sectionsOf(large as never, {});
    expect(sections.map((section) => [section.folded, section.fields.length])).toEqual([
      [false, 40],
      [true, 55],
    ]);
  });

  it('a tab does not fold its sections for the fields that stand above it or under other tabs', () => {
    const names = Array.from({ length: 95 }, (_, i) => `f${i}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
    const large = defineResource({
      name: 'large',
      label: 'Large',
      access: 'nobody',
      fields: { type: 'object', additionalProperties: false, properties },
      groups: [
        { title: 'Who', fields: names.slice(0, 10) },
        { title: 'Home', tab: 'Places', fields: names.slice(10, 35) },
        { title: 'Office', tab: 'Places', fields: names.slice(35, 50) },
        { title: 'Fees', tab: 'Money', fields: names.slice(50, 95) },
      ],
    });
    const sections = sectionsOf(large as never, {});
    expect(sections.map(({ title, folded, fields }) => [title, folded, fields.length])).toEqual([
      ['Who', false, 10],
      ['Home', false, 25],
      ['Office', false, 15],
      ['Fees', false, 40],
      ['Fees', true, 5],
    ]);
  });

  it('requires what the current values require', () => {
    const custom = resourceNamed('custom-fields');
    expect(requiredNow(custom, { type: 'select' })).toContain('options');
    expect(requiredNow(custom, { type: 'text' })).not.toContain('options');
  });

  it('clears what depends on a changed field', () => {
    expect(dependentsOf(resourceNamed('colleges'), 'state_id')).toEqual(['city_id']);
    expect(dependentsOf(resourceNamed('leads'), 'stream')).toEqual(['course']);
    expect(dependentsOf(resourceNamed('colleges'), 'clg_name')).toEqual([]);
  });

  it('opens short forms in a drawer', () => {
    expect(usesDrawer(resourceNamed('sms-templates'))).toBe(true);
    expect(usesDrawer(resourceNamed('cities'))).toBe(true);
    expect(usesDrawer(resourceNamed('users'))).toBe(false);
    expect(usesDrawer(resourceNamed('users-roles'))).toBe(false);
  });

  it('contains no secret, null or read-only value of a stored record', () => {
    const college = draftOf(resourceNamed('colleges'), {
      clg_name: 'SIT',
      seats: null,
      lead_push_key: '***',
      row_version: 3,
      clg_id: 9,
    });
    expect(college).toEqual({ clg_name: 'SIT' });
    expect(draftOf(resourceNamed('lead-stages'), { stage_name: 'Fresh', is_system: true })).toEqual({ stage_name: 'Fresh' });
  });
});

describe('what an edit sends', () => {
  it('is what differs, with a cleared field as null', () => {
    expect(changesOf({ a: 1, b: 'x', c: [1] }, { a: 1, c: [1, 2], d: false })).toEqual({ b: null, c: [1, 2], d: false });
  });
  it('turns the stored record into the edited one', () => {
    const record = fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string())),
    );
    fc.assert(
      fc.property(record, record, (before, after) => {
        const merged = Object.entries({ ...before, ...changesOf(before, after) }).filter(([, value]) => value !== null);
        expect(Object.fromEntries(merged)).toEqual({ ...after });
      }),
    );
  });
});

describe('a refusal by the server', () => {
  it('is understood wherever the provider puts its members', () => {
    expect(refusalOf({ statusCode: 422, message: 'Name is required', errors: { name: 'Name is required' } }).errors).toEqual([
      { path: 'name', message: 'Name is required' },
    ]);
    const stale = refusalOf({ code: 409, message: 'Changed', more: { current: { row_version: 4 } } });
    expect([stale.status, stale.current]).toEqual([409, { row_version: 4 }]);
    expect(refusalOf(new TypeError('Failed to fetch')).message).toBe('The server could not be reached.');
  });
});
