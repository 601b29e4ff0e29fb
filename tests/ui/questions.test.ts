import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindAt } from '../../src/kinds/kind-of';
import { keyFor, lookOf, moved, retyped, schemaOf } from '../../src/kinds/on-demand/questions/edit-questions';
import {
  questionsOf,
  questionTypes,
  typeOf,
  type Question,
  type QuestionType,
} from '../../src/kinds/on-demand/questions/questions';
import { checkRecord } from '../../src/schemas/kit/checks';
import { resourceNamed } from '../../src/schemas/kit/all';
import { refuseUnusable } from '../../server/hooks/applications/forms';

const forms = resourceNamed('forms');
const types = Object.keys(questionTypes) as QuestionType[];
const said = (schema: unknown): [string, string][] => checkRecord(forms, { schema }).map(({ path, message }) => [path, message]);
const form = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });

describe('the questions of a form', () => {
  it('have a kind of their own, which shows their labels', () => {
    const { kind, at } = kindAt(forms, 'schema');
    expect(kind.name).toBe('questions');
    expect(kind.text(form({ jee: { type: 'integer', title: 'JEE rank' }, home_town: {} }), at)).toBe('JEE rank, Home town');
    expect(kind.text(form({}), at)).toBe('–');
  });

  it('of any types in any order read back unchanged, although the database sorts the keys', () => {
    const question = fc.record({
      type: fc.constantFrom(...types),
      title: fc.string({ minLength: 1, maxLength: 20 }).filter((one) => one.trim() !== ''),
      required: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(question, { maxLength: 12 }), (drawn) => {
        const questions: Question[] = [];
        for (const { type, title, required } of drawn)
          questions.push({
            key: keyFor(
              title,
              questions.map(({ key }) => key),
            ),
            field: retyped({ title }, type),
            required,
          });
        const schema = schemaOf(questions, undefined) as { properties: object; required: string[] };
        const sorted = { ...schema, properties: Object.fromEntries(Object.entries(schema.properties).toSorted()) };
        expect(questionsOf(sorted, lookOf(questions, [], undefined))).toEqual(questions);
        expect(questions.map(({ field }) => typeOf(field))).toEqual(drawn.map(({ type }) => type));
        expect(said(sorted)).toEqual([]);
        expect(() => refuseUnusable(sorted)).not.toThrow();
      }),
      { numRuns: 30 },
    );
  });

  it('keep what the editor does not know: other keywords, nested answers, other ui settings', () => {
    const schema = form(
      { marks: { type: 'object', properties: { maths: { type: 'number' } } }, name: { type: 'string', minLength: 2 } },
      { title: 'Application', additionalProperties: false },
    );
    const look = { 'ui:title': 'x', name: { 'ui:autofocus': true }, marks: { 'ui:widget': 'marks' }, old: { 'ui:widget': 'y' } };
    const questions = moved(questionsOf(schema, look), 1, 0);
    expect(typeOf(questions[1]!.field)).toBeUndefined();
    expect(schemaOf(questions, schema)).toEqual({ ...schema, required: [] });
    expect(lookOf(questions, ['old'], look)).toEqual({
      'ui:title': 'x',
      name: { 'ui:autofocus': true },
      marks: { 'ui:widget': 'marks' },
      'ui:order': ['name', 'marks', '*'],
    });
    expect(questionsOf(schema, { 'ui:order': ['*', 'marks'] }).map(({ key }) => key)).toEqual(['name', 'marks']);
  });

  it('changed to another type keep label, help and options, and nothing that does not fit', () => {
    const choice = { type: 'string', title: 'Room', description: 'Which?', enum: ['Single', 'Double'] } as const;
    expect(retyped(choice, 'choices')).toEqual({
      type: 'array',
      title: 'Room',
      description: 'Which?',
      items: { type: 'string', enum: ['Single', 'Double'] },
      uniqueItems: true,
    });
    expect(retyped(choice, 'integer')).toEqual({ type: 'integer', title: 'Room', description: 'Which?' });
    expect(retyped({ type: 'integer', minimum: 3 }, 'text')).toEqual({ type: 'string', maxLength: 200 });
  });

  it('get unique keys from their labels, and never one that every object has', () => {
    expect(keyFor('Date of birth', [])).toBe('date_of_birth');
    expect(keyFor('Élève nº 2', ['eleve_no_2'])).toBe('eleve_no_2_2');
    expect(keyFor('12th marks', [])).toBe('q_12th_marks');
    expect(keyFor('पिता का नाम', ['question'])).toBe('question_2');
    expect(keyFor('constructor', [])).toBe('constructor_2');
  });
});

describe('the check of questions names question and key', () => {
  it.each([
    [form({ dob: { type: 'date', title: 'Born' } }), 'dob.type', "Question 'Born' (dob): 'date' is not a type"],
    [form({ q: { type: 'string', title: ' ' } }), 'q.title', "Question 'q': a label is required"],
    [
      form({ a: { type: 'string', title: 'A', pattern: '(a+)+$' } }),
      'a.pattern',
      "Question 'A' (a): this pattern cannot be used",
    ],
    [form({ a: { type: 'string', enum: [] } }), 'a.enum', "Question 'a': at least one option is required"],
    [form({ a: { type: 'string', enum: ['x', 'x'] } }), 'a.enum', "Question 'a': option 'x' appears twice"],
    [form({ a: { type: 'array', items: { enum: [] } } }), 'a.items.enum', "Question 'a': at least one option is required"],
    [form({ a: { type: 'integer', minimum: 5, maximum: 2 } }), 'a.maximum', "Question 'a': maximum must not be below minimum"],
    [form({ a: { type: 'string', minLength: -1 } }), 'a.minLength', "Question 'a': minLength must be a whole number"],
    [form({ a: { $ref: '#' } }), 'a.$ref', "Question 'a': '$ref' is not allowed"],
    [form({ a: { type: 'string', format: 'ipv4' } }), 'a.format', "Question 'a': 'ipv4' is not a format"],
    [form({ a: 'text' }), 'a', "Question 'a': must be an object"],
    [form({ a: { type: 'object', properties: { b: { type: 'x' } } } }), 'a.properties.b.type', "Question 'b': 'x' is not a type"],
  ])('%j', (schema, at, message) => expect(said(schema)).toEqual([[`schema.properties.${at}`, message]]));

  it('and the form for mistakes in the form', () => {
    expect(said('text')).toEqual([['schema', 'Questions must be an object schema']]);
    expect(said(form({ a: {} }, { required: ['b'] }))).toEqual([
      ['schema.required', "Questions: required lists 'b', which is not a question"],
    ]);
    expect(said(form({ a: {} }, { required: Array.from({ length: 10_000 }, () => 'a') }))).toEqual([
      ['schema.required', 'Questions: required lists a question twice'],
    ]);
    expect(said(form([]))).toEqual([['schema.properties', 'Questions: properties must be an object']]);
    expect(said(form({ a: { type: 'x', title: 'A' }, b: { type: 'y' } })).map(([path]) => path)).toEqual([
      'schema.properties.a.type',
      'schema.properties.b.type',
    ]);
  });

  it('a pattern that the server cannot use is refused by the check, and by the server itself', () => {
    const asked = (pattern: string): object => form({ a: { type: 'string', pattern } });
    for (const pattern of ['(?=a)b', '(?!a)b', '(?<=a)b', '(a)\\1', '(?<y>a)\\k<y>', '\\u0041']) {
      expect(
        said(asked(pattern)).map(([path]) => path),
        pattern,
      ).toEqual(['schema.properties.a.pattern']);
    }
    for (const pattern of ['(?=a)b', '(a)\\1'])
      expect(() => refuseUnusable(asked(pattern)), pattern).toThrow('are not a valid schema');
    for (const pattern of ['(?:a|b)c', '^\\d{10}$', '\\\\1', '\\p{L}']) {
      expect(said(asked(pattern)), pattern).toEqual([]);
      expect(() => refuseUnusable(asked(pattern)), pattern).not.toThrow();
    }
  });

  it('every schema that passes the check compiles on the server', () => {
    const values = {
      type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null', 'date'),
      title: fc.oneof(fc.string(), fc.integer()),
      description: fc.oneof(fc.string(), fc.boolean()),
      enum: fc.oneof(fc.array(fc.string({ maxLength: 2 }), { maxLength: 3 }), fc.constant('x')),
      minLength: fc.oneof(fc.integer(), fc.double()),
      maxItems: fc.oneof(fc.integer(), fc.constant('3')),
      minimum: fc.oneof(fc.double(), fc.constant(null)),
      multipleOf: fc.integer({ min: -1, max: 3 }),
      pattern: fc.constantFrom('^[0-9]+$', '(', '(a+)+', '[a-z]', '(?=a)b', '(a)\\1', 5),
      format: fc.constantFrom('email', 'date', 'ipv4', 7),
      uniqueItems: fc.oneof(fc.boolean(), fc.constant('yes')),
      required: fc.oneof(fc.constant([]), fc.constant(['b']), fc.constant('b')),
      additionalProperties: fc.oneof(fc.boolean(), fc.constant(1)),
    };
    const keyword = fc
      .subarray(Object.keys(values) as (keyof typeof values)[], { minLength: 1, maxLength: 2 })
      .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, values[name] as fc.Arbitrary<unknown>]))));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b'), keyword, { minKeys: 1 }), (properties) => {
        const schema = form(properties);
        if (!said(schema).length) expect(() => refuseUnusable(schema), JSON.stringify(schema)).not.toThrow();
      }),
      { numRuns: 150 },
    );
  });
});
