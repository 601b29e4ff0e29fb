import { describe, expect, it } from 'vitest';
import { checkCustomValues, type CustomFieldSpec } from '../../src/schemas/kit/custom-values';
import { checks } from '../../src/schemas/kit/checks';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { inSentence, oneInSentence } from '../../src/schemas/kit/in-sentence';
import { requiredMessageOf } from '../../src/schemas/kit/required-message';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { pruneHidden } from '../../src/schemas/kit/validation-schema';
import { errorsOf } from '../../server/catalogue/validate';

const messages = (resource: AnyResource, record: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(errorsOf(resource, record).map((one) => [one.path, one.message]));

describe('a label inside a sentence', () => {
  it.each([
    ['Hostel room', 'a hostel room'],
    ['Sub Stage', 'a sub stage'],
    ['API key', 'an API key'],
    ['SMS template', 'an SMS template'],
    ['UTM link', 'a UTM link'],
    ['Audience', 'an audience'],
    ['WhatsApp template', 'a WhatsApp template'],
  ])('%s', (label, one) => {
    expect([oneInSentence(label), inSentence(label)]).toEqual([one, one.replace(/^an? /, '')]);
  });
});

describe('error messages', () => {
  it('name the field and say what to do', () => {
    expect(
      messages(resourceNamed('users'), { name: '', email: 'x', role: 'a', type: 'robot', daily_lead_cap: -1, languages: 'hi' }),
    ).toEqual({
      name: 'Name is required',
      email: 'Email must be a valid email address',
      role: 'Role must be a whole number',
      type: 'Type must be one of Staff, Publisher, College',
      daily_lead_cap: 'Daily lead cap must be 0 or more',
      languages: 'Languages must be a list',
    });
    expect(messages(resourceNamed('lead-stages'), { stage_name: 'A', sub_stages: [{ name: 'x' }, { sort_order: -1 }] })).toEqual({
      'sub_stages.1.name': 'Sub stages, row 2: Name is required',
      'sub_stages.1.sort_order': 'Sub stages, row 2: Sort order must be 0 or more',
    });
  });

  it('ask for a choice by the label of the field', () => {
    expect(messages(resourceNamed('college-courses'), {})).toMatchObject({
      clg_id: 'Choose a college',
      course_id: 'Choose a course',
    });
    const rule = { name: 'A', rule: [], actions: [{}] };
    expect(messages(resourceNamed('rules'), rule)).toMatchObject({
      trigger: 'Choose a trigger',
      rule: 'Add at least one condition',
    });
    expect(messages(resourceNamed('api-keys'), { name: 'A', scopes: [] })).toEqual({ scopes: 'Choose at least one scope' });
    expect(messages(resourceNamed('lead-referrals'), {})).toMatchObject({ to_user_id: 'Choose a colleague' });
    expect(messages(resourceNamed('lead-gen-campaigns'), { channels: [], college_ids: [] })).toMatchObject({
      channels: 'Choose at least one channel',
      college_ids: 'Choose at least one college',
    });
  });

  it('cover every required list and choice', () => {
    const sentences = resources.flatMap((resource) =>
      Object.entries(resource.fields.properties)
        .filter(([name, { minItems }]) => (resource.fields.required ?? []).includes(name) || minItems === 1)
        .map(([name]) => requiredMessageOf(resource, name))
        .filter((text) => /^(?:Choose|Add)/.test(text)),
    );
    expect(sentences.length).toBeGreaterThan(80);
    expect(
      sentences.filter((text) => /s$|\b(?:of|on|to|by|with|offered|enter|early)$/.test(text.replace(/status$/, ''))),
    ).toEqual(['Choose at least one field to match on', 'Choose whose leads the role sees']);
  });

  it('treat blanks as empty, and refuse what cannot be stored', () => {
    for (const blank of ['  ', '\u200b', '\u2060 \u00ad', '\u3164'])
      expect(messages(resourceNamed('streams'), { name: blank })).toEqual({ name: 'Name is required' });
    expect(messages(resourceNamed('streams'), { name: '👩\u200d🎓' })).toEqual({});
    expect(messages(resourceNamed('streams'), { name: 'a\u0000b' })).toEqual({
      name: 'Name contains a character that cannot be stored',
    });
  });

  it('cover conditions: one of two fields, required only if, limits by another field', () => {
    expect(messages(resourceNamed('leads'), { name: 'A' })).toEqual({ phone: 'Enter a phone number or an email.' });
    const field = { entity: 'lead', label: 'A' };
    expect(messages(resourceNamed('custom-fields'), { ...field, type: 'select' })).toEqual({
      options: 'Add at least one option',
    });
    expect(messages(resourceNamed('custom-fields'), { ...field, type: 'text' })).toEqual({});
    expect(messages(resourceNamed('custom-fields'), { ...field, type: 'number', min: 3, max: 2 })).toEqual({
      max: 'Max must not be below Min',
    });
  });

  const trip = {
    ...resourceNamed('streams'),
    name: 'trips',
    fields: {
      type: 'object',
      additionalProperties: false,
      properties: {
        kind: { type: 'string', enum: ['day', 'stay'] },
        from: { type: 'string', format: 'date' },
        to: { type: 'string', format: 'date' },
        nights: { type: 'integer' },
        code: { type: 'string' },
      },
    },
    when: [
      { if: { field: 'kind', is: 'stay' }, show: ['nights'] },
      { if: { field: 'kind', is: 'stay' }, then: { field: 'nights', minimum: 2, message: 'A stay has two nights' } },
      { if: { field: 'from', set: true }, require: ['to'] },
      { if: { field: 'code', is: null }, then: { field: 'nights', maximum: 9 } },
      { notBefore: ['to', 'from'] },
    ],
  } as const satisfies AnyResource;

  it('skip hidden values, compare times and keep texts of the schema file', () => {
    expect(pruneHidden(trip, { kind: 'day', nights: 1 })).toEqual({ kind: 'day' });
    expect(messages(trip, { kind: 'day', nights: 1 })).toEqual({});
    expect(messages(trip, { kind: 'stay', nights: 1 })).toEqual({ nights: 'A stay has two nights' });
    expect(messages(trip, { kind: 'stay', nights: 10 })).toEqual({ nights: 'Nights must be 9 or less' });
    expect(messages(trip, { kind: 'stay', nights: 10, code: 'x' })).toEqual({});
    expect(messages(trip, { from: '2026-02-01' })).toEqual({ to: 'To is required' });
    expect(messages(trip, { from: '2026-02-01', to: '2026-01-31' })).toEqual({ to: 'To must not be before From' });
  });

  it('use only checks that exist, and find every example valid', () => {
    expect(resources.flatMap((one) => one.checks ?? []).filter((name) => !checks[name])).toEqual([]);
    for (const resource of resources)
      for (const example of resource.examples ?? []) {
        const wrong = errorsOf(resource, example).filter(
          (one) => !String((example as Record<string, unknown>)[one.path.split('.')[0]!]).startsWith('$'),
        );
        expect([resource.name, wrong]).toEqual([resource.name, []]);
      }
  });
});

describe('custom values', () => {
  const fields: CustomFieldSpec[] = [
    { key: 'hostel', label: 'Hostel', type: 'checkbox' },
    {
      key: 'room',
      label: 'Room',
      type: 'select',
      options: ['AC', 'Non-AC'],
      required: true,
      depends_on: { field: 'hostel', values: ['true'] },
    },
    { key: 'score', label: 'Score', type: 'number', min: 0, max: 100 },
    { key: 'born', label: 'Born', type: 'date' },
    { key: 'roll', label: 'Roll', type: 'text', pattern: '[A-Z]{2}[0-9]+', max: 6 },
    { key: 'skills', label: 'Skills', type: 'multiselect', options: ['a', 'b'] },
    { key: 'site', label: 'Site', type: 'url' },
  ];
  const check = (values: Record<string, unknown>, whole = true) =>
    checkCustomValues(fields, values, (pattern, text) => new RegExp(`^(?:${pattern})$`).test(text), whole);
  const wrong = (values: Record<string, unknown>) =>
    Object.fromEntries(check(values).errors.map((one) => [one.path, one.message]));

  it('have an error message per field', () => {
    expect(wrong({ hostel: true })).toEqual({ 'custom.room': 'Choose a room' });
    expect(
      wrong({ hostel: 'yes', score: 101, born: '2026-02-30', roll: 'x', skills: ['a', 'c'], site: 'javascript:x', colour: 1 }),
    ).toEqual({
      'custom.colour': 'colour is not a custom field',
      'custom.hostel': 'Hostel must be Yes or No',
      'custom.score': 'Score must be 100 or less',
      'custom.born': 'Born must be a date',
      'custom.roll': 'Roll is not in the expected format',
      'custom.skills': 'Skills is not one of the choices',
      'custom.site': 'Site must be a web address that starts with http:// or https://',
    });
  });

  it('keep what is shown and filled, and may lack required ones in an import', () => {
    expect(check({ hostel: false, room: 'AC', roll: '' })).toEqual({ values: { hostel: false }, errors: [] });
    expect(check({ hostel: true, room: 'AC', score: 5 }).values).toEqual({ hostel: true, room: 'AC', score: 5 });
    expect(check({ hostel: true }, false).errors).toEqual([]);
  });
});
