import { describe, expect, it } from 'vitest';
import { kindAt } from '../../src/kinds/kind-of';
import { entriesOf, held, matrixRows, toggled } from '../../src/kinds/on-demand/permissions/levels';
import { textOf } from '../../src/resources/kind-looks';
import { optionFilter } from '../../src/kinds/option-filter';
import { accessCodes } from '../../src/schemas/kit/access-codes';
import { resourceNamed, resources } from '../../src/schemas/kit/all';

describe('kinds', () => {
  it.each([
    ['lead-stages', 'stage_name', 'text'],
    ['lead-stages', 'sub_stages', 'list'],
    ['lead-stages', 'followup_required', 'switch'],
    ['lead-stages', 'status', 'switch'],
    ['lead-stages', 'color', 'color'],
    ['lead-stages', 'outcome', 'choice'],
    ['lead-stages', 'group', 'choices'],
    ['lead-stages', 'next_stage_ids', 'references'],
    ['lead-stages', 'required_fields', 'field-names'],
    ['lead-stages', 'sort_order', 'integer'],
    ['lead-sources', 'aliases', 'tags'],
    ['lead-sources', 'parent_id', 'reference'],
    ['colleges', 'website', 'url'],
    ['colleges', 'email', 'email'],
    ['colleges', 'phone', 'phone'],
    ['colleges', 'logo', 'file'],
    ['colleges', 'lead_push_key', 'secret'],
    ['colleges', 'commission', 'object'],
    ['colleges', 'application_fee', 'number'],
    ['users', 'password', 'secret'],
    ['users', 'permissions', 'permissions'],
    ['users', 'user_status', 'choice'],
    ['users', 'last_login_at', 'datetime'],
    ['users', 'created_by', 'reference'],
    ['sms-templates', 'body', 'textarea'],
    ['custom-fields', 'default_value', 'default'],
    ['leads', 'state', 'value-reference'],
    ['leads', 'date_of_birth', 'date'],
    ['leads', 'last_callaction_followup_status', 'choice'],
    ['cities', 'id', 'integer'],
    ['applications', 'answers', 'answers'],
  ])('%s.%s is %s', (resource, field, kind) => expect(kindAt(resourceNamed(resource), field).kind.name).toBe(kind));

  it('every field of every resource has a kind, a filter and a text for an empty value', () => {
    for (const resource of resources)
      for (const name of [...Object.keys(resource.fields.properties), 'created_at', 'updated_by']) {
        const { kind, at } = kindAt(resource, name);
        if (kind.name !== 'secret') expect(kind.text(null, at), `${resource.name}.${name}`).toBe('–');
        if (resource.filter?.includes(name)) expect(kind.operators.length, `${resource.name}.${name}`).toBeGreaterThan(0);
      }
  });

  it('shows values in words', () => {
    const text = (resource: string, name: string, value: unknown, label?: string | string[]): string => {
      const { kind, at } = kindAt(resourceNamed(resource), name);
      return kind.text(value, at, label);
    };
    expect(text('cities', 'state_id', 14, 'Maharashtra')).toBe('Maharashtra');
    expect(text('lead-stages', 'next_stage_ids', ['a', 'b'], ['Fresh', 'Lost'])).toBe('Fresh, Lost');
    expect(text('lead-stages', 'sub_stages', [{ name: 'Ringing' }, { name: 'Busy' }])).toBe('Ringing, Busy');
    expect(text('sms-templates', 'dlt_category', 'service_implicit')).toBe('Service implicit');
    expect(text('users', 'user_status', 1)).toBe('On break');
    expect(text('applications', 'answers', { full_name: 'Aarav', hostel: true, note: '' })).toBe('Full name: Aarav, Hostel: Yes');
    expect(text('lead-stages', 'status', 0)).toBe('Inactive');
    expect(text('colleges', 'is_partner', true)).toBe('Yes');
    expect(text('leads', 'date_of_birth', '2006-02-09')).toBe('9 Feb 2006');
    expect(text('colleges', 'application_fee', 125000.5)).toBe('1,25,000.5');
    expect(text('users', 'password', 'shown to nobody')).not.toContain('shown');
  });
});

it('a time is shown in the tenant’s zone, on a page, in a history and in a conflict', () => {
  const text = textOf(resourceNamed('payments'), 'created_at', { created_at: '2026-03-12T08:35:00.000Z' });
  expect(text).toMatch(/^1[23] Mar 2026, \d\d:\d\d$/);
  expect(textOf(resourceNamed('payments'), 'created_at', {})).toBe('–');
});

describe('what the controls do', () => {
  it('ticks and clears a level of a code', () => {
    const one = toggled(undefined, ['LEADS'], 6, true);
    const two = toggled(toggled(one, ['LEADS'], 1, true), ['Notes'], 1, true);
    expect(two).toEqual([
      { code: 'LEADS', level: [1, 6] },
      { code: 'Notes', level: [1] },
    ]);
    expect(toggled(toggled(two, ['LEADS'], 1, false), ['LEADS'], 6, false)).toEqual([{ code: 'Notes', level: [1] }]);
    expect(entriesOf([{ code: 'X', level: [1, 9, 'a'] }, null, 3])).toEqual([{ code: 'X', level: [1] }]);
  });

  it('D-006 grants both codes of a pair, and shows when a role has only one', () => {
    const pair = matrixRows.find((codes) => codes.includes('USERS'))!;
    expect(pair).toEqual(['TEAMS', 'USERS']);
    expect(matrixRows.flat().sort()).toEqual([...accessCodes].sort());
    const both = toggled([{ code: 'USERS', level: [1] }], pair, 6, true);
    expect(both).toEqual([
      { code: 'TEAMS', level: [6] },
      { code: 'USERS', level: [1, 6] },
    ]);
    expect([held(both, pair, 6), held(both, pair, 1), held(both, pair, 2)]).toEqual(['all', 'some', 'none']);
    expect(toggled(both, pair, 6, false)).toEqual([{ code: 'USERS', level: [1] }]);
  });

  it('narrows the options of a dependent field by the record', () => {
    const { at } = kindAt(resourceNamed('colleges'), 'city_id');
    const where = { state_id: '$state_id' };
    expect(optionFilter(at, where, { state_id: 14 })).toEqual({ where: { state_id: 14 }, parent: 'State' });
    expect(optionFilter(at, where, {})).toEqual({ where: {}, parent: 'State' });
  });
});
