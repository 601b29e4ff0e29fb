import { describe, expect, it } from 'vitest';
import { abilityOf } from '../support/ability-of';
import { levelsOf, mayDo, mayOpen, type Access, type AccessSpec, type Who } from '../../src/schemas/kit/access';
import type { FieldRule, FieldRuleKind } from '../../src/schemas/kit/access';
import { calls, resources } from '../../src/schemas/kit/all';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { expected, type Person } from './rights-table';
import { rulesOf, seenBy, veil } from '../../server/catalogue/field-rules';
import { unknownFields } from '../../server/catalogue/validate';

/**
 * Role × operation × field, for every resource. The expectation is written independently of the kit: a table of
 * the five levels of D-003, and one expression per rule.
 */
const operations = ['list', 'read', 'create', 'update', 'status', 'delete', 'export'] as const;

/** People with different grants: everything, up to a level, exactly one level, or only another code. */
const people = (codes: readonly string[]): Person[] => [
  { name: 'administrator', role: 1, type: 'org', grants: [] },
  { name: 'nothing', role: 4, type: 'org', grants: [] },
  { name: 'of a college', role: 4, type: 'college', grants: codes.map((code) => ({ code, level: [1, 2, 3, 4, 5, 6] })) },
  { name: 'of a publisher', role: 2, type: 'publisher', grants: codes.map((code) => ({ code, level: [1, 2, 3, 4, 5, 6] })) },
  { name: 'role 1 of a publisher', role: 1, type: 'publisher', grants: [] },
  { name: 'everything', role: 2, type: 'org', grants: codes.map((code) => ({ code, level: [1, 2, 3, 4, 5, 6] })) },
  { name: 'another code', role: 3, type: 'org', grants: [{ code: 'CAF_Application_Form_Report', level: [1, 2, 3, 4, 5, 6] }] },
  {
    name: 'wrong case',
    role: 3,
    type: 'org',
    grants: codes.map((code) => ({ code: code.toLowerCase() === code ? code.toUpperCase() : code.toLowerCase(), level: 6 })),
  },
  ...[1, 2, 3, 4, 5, 6].map((level) => ({
    name: `exactly ${level}`,
    role: 5,
    type: 'org',
    grants: codes.map((code) => ({ code, level: [level] })),
  })),
];
const whoOf = ({ role, type, grants, off }: Person): Who => ({
  role,
  type,
  levels: levelsOf(grants),
  ...(off ? { features: { [off]: false } } : {}),
});

const codesOf = (access: Access): string[] => [
  ...new Set([...JSON.stringify(access).matchAll(/"([A-Z][\w-]+)"/g)].map((match) => match[1]!)),
];

describe('the rights of every resource', () => {
  it('are what the table says, for each role and operation, on the server and on the page', () => {
    const wrong: string[] = [];
    let rows = 0;
    for (const { name, access } of resources) {
      const feature = typeof access === 'object' && 'feature' in access ? access.feature : undefined;
      const all = people(codesOf(access));
      for (const person of feature
        ? [...all, ...all.map((one) => ({ ...one, name: `${one.name}, feature off`, off: feature }))]
        : all) {
        const ability = abilityOf(whoOf(person), [{ name, access }]);
        for (const operation of operations) {
          rows++;
          const should = expected(person, access, operation);
          const line = `${name} ${operation} for ${person.name}: should be ${should}`;
          if (mayDo(whoOf(person), access, operation) !== should) wrong.push(`server: ${line}`);
          if (ability.can(operation, name) !== should) wrong.push(`page: ${line}`);
        }
        if (person.off === undefined && mayOpen(whoOf(person), access) !== expected(person, access, 'open'))
          wrong.push(`route: ${name} for ${person.name}`);
        if (ability.can('open', name) !== mayOpen(whoOf(person), access)) wrong.push(`guard: ${name} for ${person.name}`);
        if (ability.can('menu', name) !== mayOpen(whoOf(person), access, 'menu')) wrong.push(`menu: ${name} for ${person.name}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(rows).toBeGreaterThan(resources.length * 12 * operations.length - 1);
  });

  it('are the same for hand-made calls, and only the public ones without a session', () => {
    const wrong: string[] = [];
    for (const { name, access, as } of calls) {
      for (const person of people(codesOf(access)))
        if (mayDo(whoOf(person), access, as) !== expected(person, access, as)) wrong.push(`${name} for ${person.name}`);
      if (mayDo(null, access, as) !== (access === 'public')) wrong.push(`${name} for nobody`);
    }
    for (const { name, access } of resources)
      for (const operation of operations) {
        const rule = typeof access === 'object' && !('roles' in access) ? (access as AccessSpec)[operation] : access;
        if (mayDo(null, access, operation) !== (rule === 'public')) wrong.push(`${name} ${operation} for nobody`);
      }
    expect(wrong).toEqual([]);
  });
});

describe('the fields of every resource', () => {
  const kinds: readonly FieldRuleKind[] = ['hidden', 'masked', 'read_only'];
  const session = (role: number, fieldRules: readonly FieldRule[]) => ({ role, fieldRules });
  const places = ['columns', 'filter', 'sort', 'search'] as const;
  const valueOf = (resource: AnyResource, field: string): unknown =>
    ({ integer: 7, number: 7.5, boolean: true, array: ['long text'], object: { a: 'long text' } })[
      String([resource.fields.properties[field]!.type ?? 'string'].flat()[0])
    ] ?? 'long text';

  it('are hidden, masked and read-only as the rules of a role say, each field with each rule', () => {
    const wrong: string[] = [];
    let rows = 0;
    for (const resource of resources) {
      const fields = Object.keys(resource.fields.properties);
      const row = Object.fromEntries(fields.map((field) => [field, valueOf(resource, field)]));
      for (const field of fields)
        for (const rule of kinds) {
          rows++;
          const who = session(4, [{ resource: resource.name, field, rule }]);
          const shown = veil(resource, who, { ...row, _labels: { [field]: 'long text' } }) as Record<string, unknown>;
          const seen = seenBy(resource, who);
          const line = `${resource.name}.${field} ${rule}`;
          const isThere = Object.hasOwn(shown, field);
          if (rule === 'hidden' ? isThere : !isThere) wrong.push(`${line}: there is ${String(isThere)}`);
          if (rule === 'masked' && JSON.stringify(shown[field]) === JSON.stringify(row[field])) wrong.push(`${line}: not masked`);
          if (rule === 'read_only' && shown[field] !== row[field]) wrong.push(`${line}: changed`);
          if (
            rule !== 'read_only' &&
            JSON.stringify(shown).includes('"_labels":{"') &&
            Object.hasOwn(shown['_labels'] as object, field)
          )
            wrong.push(`${line}: its label is there`);
          for (const place of places)
            if (rule !== 'read_only' && (seen[place] as readonly string[] | undefined)?.includes(field))
              wrong.push(`${line}: still in ${place}`);
          if (!unknownFields(seen, { [field]: row[field] }).length) wrong.push(`${line}: may be written`);
          for (const other of fields) if (other !== field && shown[other] !== row[other]) wrong.push(`${line}: touches ${other}`);
          if (rulesOf(resource, session(1, who.fieldRules)).size) wrong.push(`${line}: holds for role 1`);
          if (rulesOf(resource, session(4, [{ resource: 'another', field, rule }])).size)
            wrong.push(`${line}: of another resource`);
        }
    }
    expect(wrong.slice(0, 40)).toEqual([]);
    expect(rows).toBeGreaterThan(1500);
  });
});
