import sql, { join, raw } from 'sql-template-tag';
import { dayOf } from '../../server/domain/days';
import { columnType } from '../../server/store/tables/model';
import { ident, table } from '../../server/store/identifiers';
import { leadPaths } from '../../src/schemas/kit/lead-data';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import type { Field } from '../../src/schemas/kit/field';
import { keyOf, refOf, type AnyResource } from '../../src/schemas/kit/resource';
import { actor, type TestStore } from '../support/database';
import type { Examples } from './examples';

type Row = Record<string, unknown>;
/** Every stored resource that refers to a lead, directly or through others, found in the schema files. */
export const aboutLeads: readonly AnyResource[] = [...leadPaths(resources).keys()]
  .map(resourceNamed)
  .filter(({ store }) => store !== 'view'); // a view has no rows of its own
export const withLead = leadPaths(resources);

/** One lead with rows of every resource about leads, and the data of it that must not be seen elsewhere. */
export interface LeadRows {
  readonly lead: string;
  readonly person: { readonly name: string; readonly phone: string; readonly email: string; readonly address: string };
  readonly keys: ReadonlyMap<string, readonly (string | number)[]>;
  /** Written into every free text of these rows. */
  readonly mark: string;
}
/** As many rows of a resource as its longest enum has values, so that each state, direction and outcome occurs. */
const mostRows = 6;

export async function makeLeadRows(
  store: TestStore,
  who: { tenantId: string; owner: string | null; users: string; by: string },
  examples: Examples,
  at: { now: Date; number: number; word: string },
): Promise<LeadRows> {
  const { tenantId, owner, users, by } = who;
  const mark = `Zq${at.word}qZ`;
  const digits = `98${String(at.number).padStart(8, '0')}`;
  const person = {
    name: `${mark} Person`,
    phone: `+91${digits}`,
    email: `${mark.toLowerCase()}@example.com`,
    address: `${mark} Road 7`,
  };
  const lead = `lead-${mark.toLowerCase()}`;
  const keys = new Map<string, (string | number)[]>([['leads', [lead]]]);
  let made = 0;
  const insert = async (resource: AnyResource, row: Row): Promise<boolean> =>
    store.transaction({ ...actor(tenantId, by), reason: 'rows of a lead' }, async (tx) => {
      const names = ['tenant_id', ...Object.keys(row)];
      const values = { ...row, tenant_id: tenantId } as Row;
      const cell = (name: string) => {
        const field = resource.fields.properties[name];
        const value = values[name] ?? null;
        return field && columnType(field) === 'jsonb' && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;
      };
      return (
        (await tx.run(
          sql`insert into ${table(resource)} (${join(names.map(ident))}) values (${join(names.map(cell))}) ${raw('on conflict do nothing')}`,
        )) > 0
      );
    });
  const contact = (name: string, { format, pattern }: Field): string | undefined =>
    /wa_user/.test(name)
      ? `91${digits}`
      : format === 'email' || /email/.test(name)
        ? person.email
        : /phone|mobile|whatsapp/.test(name) || pattern?.includes('{6,15}')
          ? person.phone
          : /address/.test(name)
            ? person.address
            : /(^|_)name$/.test(name)
              ? person.name
              : undefined;
  const valueOf = (resource: AnyResource, name: string, field: Field, n: number): unknown => {
    // Until a referral is answered, the person who is asked reads the lead (tests/leads/referrals.test.ts): these ask the administrator.
    const states = resource.fields.properties['state']?.enum ?? [];
    if (resource.name === 'lead-referrals' && name === 'to_user_id' && states[n % states.length] === 'pending') return by;
    const to = refOf(resource, name)?.to;
    const types = [field.type].flat();
    if (to === 'leads') return types.includes('array') ? [lead] : lead;
    if (to === 'users') return types.includes('array') ? [users] : users;
    if (to) {
      const own = keys.get(to)?.[n % Math.max(1, keys.get(to)!.length)] ?? examples.keysOf('ours', to)[0];
      if (own === undefined && resource.fields.required?.includes(name)) throw new Error(`no ${to} for ${resource.name}`);
      return own === undefined ? null : types.includes('array') ? [own] : own;
    }
    if (resource.scope && 'visibility' in resource.scope && name === resource.scope.visibility) return 'tenant';
    // Names of campaigns are the tenant's vocabulary, not data of the lead.
    if (name.startsWith('utm_')) return 'spring';
    if (field.enum) return field.enum[n % field.enum.length];
    if (resource.secret?.includes(name)) return 'sealed';
    if (types[0] === undefined || types.includes('object'))
      return { phone: person.phone, email: person.email, name: person.name };
    if (types.includes('array')) return [];
    if (types.includes('integer') || types.includes('number')) return field.minimum ?? 1;
    if (types.includes('boolean')) return false;
    if (field.format === 'date-time') return new Date(at.now.getTime() - 600_000).toISOString();
    if (field.format === 'date') return dayOf(at.now, 'Asia/Kolkata');
    if (field.format?.startsWith('uri')) return `https://example.com/${mark}/${made}`;
    return contact(name, field) ?? `${mark} ${made}`.slice(0, field.maxLength ?? 40);
  };
  await insert(resourceNamed('leads'), {
    id: lead,
    user_id: owner,
    name: person.name,
    phone: person.phone,
    email: person.email,
    address: person.address,
    alternate_phone: person.phone,
    whatsapp_number: person.phone,
    city: mark,
  });
  const waiting = new Set(aboutLeads);
  while (waiting.size)
    for (const resource of waiting) {
      if (
        [...waiting].some(
          (other) => other !== resource && withLead.get(resource.name)!.some((path) => refOf(resource, path)!.to === other.name),
        )
      )
        continue;
      waiting.delete(resource);
      const found: (string | number)[] = [];
      for (let n = 0; n < mostRows; n++) {
        made++;
        const row: Row = {};
        for (const [name, field] of Object.entries(resource.fields.properties))
          if (!resource.virtual?.includes(name)) row[name] = valueOf(resource, name, field, n);
        const key = `${resource.name.slice(0, 12)}-${mark.toLowerCase()}-${n}`;
        row[keyOf(resource).name] ??= key;
        if (await insert(resource, row)) found.push(row[keyOf(resource).name] as string);
      }
      if (!found.length) throw new Error(`no row of ${resource.name} could be made`);
      keys.set(resource.name, found);
    }
  return { lead, person, keys, mark };
}

/** What an answer must not contain: the lead's texts, its number in every spelling, its id and the ids of its rows. */
export const tracesOf = ({ lead, person, mark }: LeadRows): readonly string[] => [
  mark,
  mark.toLowerCase(),
  lead,
  person.phone.slice(-10),
];
/** The first of these that occurs in the text; undefined when none does. */
export const traceIn = (text: string, traces: readonly string[]): string | undefined => traces.find((one) => text.includes(one));
