import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tableModels } from '../../server/store/tables/model';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { checkResource } from '../../src/schemas/kit/check-resource';
import type { Fields } from '../../src/schemas/kit/field';
import type { Later } from '../../src/schemas/kit/later';
import { defineResource, type AnyResource } from '../../src/schemas/kit/resource';
import { validationSchema } from '../../src/schemas/kit/draft-schema';
import { writableFields } from '../../src/schemas/kit/validation-schema';

/** Names that promise an effect. Fields that only describe the record (a city's tier, a course's length) are not among them. */
const promise =
  /(_min|_max|_days|_hours|_cap|_limit|_count|_gap|window|retry|daily|enabled|allow|auto|is_|notify|remind|expire|expiry|quota|throttle|action|mode|method|policy|schedule|template|target|threshold|grace|carry|url|domain|key|token|webhook|cost|rate|max_|min_|_at$|limit|credential|rights|permissions|only_|accept|show_|pass_|required|preheader|attachments|body_)/;
/** Words in titles that promise an effect. */
const promised = /\b(remind|allow|limit|grace|retr(y|ies)|notify|maximum|minimum|expires|sync|push|may)\b/i;
/** Still only information, by resource and field: people read it, and no effect is promised. */
const information = new Set(['interviews.mode', 'tenant.app_min_permission', 'tenant.app_required_os', 'tenant.base_url']);

const roots = ['server', 'src/custom', 'src/ui', 'src/providers', 'src/resources', 'src/schemas/calls', 'src/schemas/kit'];
/** They only list fields of forms, and give none of them an effect. */
const formDefinitions = /form-fields\.ts$/;
const sources = roots
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => `${root}/${file}`))
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('server/demo') && !formDefinitions.test(file))
  .map((file) => {
    const text = readFileSync(file, 'utf8');
    return { file, text, words: new Set(text.match(/[A-Za-z_]\w*/g)) };
  });
const camel = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The files that mention the resource: elsewhere the same name is a field of another resource. */
const about = (name: string) =>
  sources.filter(
    ({ file, text, words }) =>
      text.includes(`'${name}'`) ||
      text.includes(`"${name.replaceAll('-', '_')}"`) ||
      words.has(camel(name)) ||
      file.includes(`/${name}.ts`),
  );

/** Fields that a user fills in and that promise an effect, but that no code reads and no note marks. */
function inert(resource: AnyResource): string[] {
  if (resource.later?.page) return [];
  const near = about(resource.name);
  return writableFields(resource).filter((name) => {
    const promises = promise.test(name) || promised.test(resource.fields.properties[name]?.title ?? '');
    if (!promises || resource.later?.noted?.[name] || information.has(`${resource.name}.${name}`)) return false;
    return !near.some(({ words }) => words.has(name));
  });
}

describe('a setting does something, or says that it does not', () => {
  it.each(resources.map((one) => [one.name, one] as const))(
    '%s: every field that promises an effect is read by code',
    (_, one) => {
      expect(inert(one)).toEqual([]);
    },
  );

  it('finds a field that nothing reads, even if another resource has one of the same name', () => {
    const shifts = resourceNamed('shifts');
    const properties: Fields = { ...shifts.fields.properties, daily_cap: { type: 'integer' }, sync_hours: { type: 'integer' } };
    expect(inert({ ...shifts, fields: { ...shifts.fields, properties } })).toEqual(['daily_cap', 'sync_hours']);
  });

  it('form definitions give a field no effect', () => {
    const tenant = resourceNamed('tenant');
    expect(inert({ ...tenant, later: {} })).toEqual(['show_all_partner_clg']);
  });

  it('choices without effect are not offered', () => {
    expect(resourceNamed('campaign-templates').fields.properties['channel']!.enum).toEqual(['email']);
  });

  it('a provider can be set only for the channels that use one', () => {
    const asking = sources.flatMap(({ text }) =>
      [...text.matchAll(/providerOf\([^;]*?'(\w+)'\)/g)].map(([, channel]) => channel!),
    );
    const byMessage = ['sms', 'email', 'push']; // make-channels.ts and sender-of.ts use the channel of the message
    const channels = resourceNamed('provider-settings').fields.properties['channel']!.enum!;
    expect([...new Set([...asking, ...byMessage])].sort()).toEqual([...channels].sort());
  });

  it('a state that a user can choose is changed or checked by code', () => {
    const chosen = resources.filter(
      (one) => !one.later?.page && one.access !== 'nobody' && writableFields(one).includes('state'),
    );
    const judged = chosen.filter(({ name }) =>
      about(name).some(({ file, words }) => file.startsWith('server/') && words.has('state')),
    );
    expect(chosen.map(({ name }) => name)).toEqual(judged.map(({ name }) => name));
    expect(chosen.map(({ name }) => name).filter((name) => name.endsWith('-campaigns'))).toEqual([]);
  });
});

const base = {
  name: 'rest-rooms',
  label: 'Rest room',
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: { name: { type: 'string' }, kind: { type: 'string', enum: ['quiet', 'loud'] } },
  },
} as const;
const cap = { type: 'integer', minimum: 0 } as const;
const token = { type: 'string', maxLength: 40 } as const;
const on = defineResource({
  ...base,
  fields: { ...base.fields, properties: { ...base.fields.properties, cap, token } },
  secret: ['token'],
});
const why = 'nobody counts the guests yet';
const off = defineResource({
  ...base,
  later: { fields: { cap: { why, field: cap }, token: { why, field: token, secret: true } } },
});

describe('later', () => {
  it('keeps column, stored values and encryption of a field without effect, and nothing else', () => {
    const [model, whole] = [tableModels([off])[0]!, tableModels([on])[0]!];
    const byName = ({ columns }: typeof model) => [...columns].sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(byName(model)).toEqual(byName(whole));
    expect(model.secrets).toEqual(whole.secrets);
    expect(writableFields(off)).toEqual(['name', 'kind']);
    expect(Object.keys(validationSchema(off)['properties'] as object)).not.toContain('cap');
  });

  it.each<[string, Later<string>, RegExp]>([
    ['a field that is on', { fields: { name: { why, field: token } } }, /later\.fields\.name: is already a working field/],
    ['no reason', { fields: { cap: { why: '', field: cap } } }, /later\.fields\.cap\.why: must say why/],
    ['a note at no field', { noted: { nmae: why } }, /later\.noted\.nmae: is not a field; write 'name'/],
    ['a choice that is on', { choices: { kind: { loud: why } } }, /later\.choices\.kind\.loud: is already a working choice/],
    ['choices of no enum', { choices: { name: { a: why } } }, /later\.choices\.name: is not a field with an enum/],
    ['an empty page note', { page: ' ' }, /later\.page: must say why/],
  ])('refuses %s', (_, later, says) => {
    expect(() => checkResource({ ...base, later } as AnyResource)).toThrow(says);
  });
});
