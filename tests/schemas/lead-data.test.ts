import { describe, expect, it } from 'vitest';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { checkLeadData, leadPaths } from '../../src/schemas/kit/lead-data';
import { rulesFor } from '../../src/schemas/kit/field-rules';
import type { AnyResource } from '../../src/schemas/kit/resource';

/** The checks at start with one schema file changed. */
function startWith(name: string, change: Partial<AnyResource>): () => void {
  const changed = resources.map((one) => (one.name === name ? { ...one, ...change } : one));
  return () => checkLeadData(changed);
}

describe('TRUST-S34 data of a lead in other schema files', () => {
  const about = [...leadPaths(resources).keys()];

  it('is found through any number of references; a list of leads does not count as data of one lead', () => {
    expect(about).toEqual(expect.arrayContaining(['applications', 'orders', 'payments', 'interviews', 'whatsapp-messages']));
    expect(about).not.toEqual(expect.arrayContaining(['lead-gen-audiences']));
    expect(about).not.toContain('tickets');
  });

  it.each(about.map((name) => [name]))('of %s follows the lead; otherwise the start fails and says what to write', (name) => {
    const { leadData, scope } = resourceNamed(name);
    if (leadData?.apart) {
      for (const apart of ['', ' '])
        expect(startWith(name, { leadData: { ...leadData, apart } })).toThrow(/leadData\.apart: must be the reason/);
    } else {
      expect(scope).toBeDefined();
      expect(startWith(name, { scope: undefined as never })).toThrow(/the record is about a lead; write scope: \{ through: /);
      expect(startWith(name, { scope: { owner: 'created_by', beyond: 'nobody' } })).toThrow(/the record is about a lead/);
    }
  });

  it('lists each field that may hold a phone number or an email of the lead', () => {
    for (const name of ['orders', 'whatsapp-chats', 'lead-captures', 'applications']) {
      const { same, ...rest } = resourceNamed(name).leadData!;
      for (const field of Object.keys(same!).filter((one) => !one.endsWith('name'))) {
        const { [field]: _, ...left } = same!;
        expect(startWith(name, { leadData: { ...rest, same: left } })).toThrow(`leadData.same.${field}: is missing`);
      }
    }
  });

  it.each(['colleges', 'publishers', 'tenant', 'users'])(
    'in %s, which refers to no lead: the start asks whose phone numbers they are',
    (name) => {
      for (const leadData of [undefined, {}] as never[])
        expect(startWith(name, { leadData })).toThrow(/leadData\.whose: is missing: 'email' may hold a phone number or an email/);
      expect(startWith(name, { leadData: { whose: ' ' } })).toThrow(/leadData\.whose: must say whose they are/);
    },
  );

  it('is hidden and masked by the rules on leads; the strictest rule applies', () => {
    const rules = rulesFor(resourceNamed('orders'), [
      { resource: 'leads', field: 'phone', rule: 'masked' },
      { resource: 'leads', field: 'email', rule: 'hidden' },
      { resource: 'leads', field: 'name', rule: 'read_only' },
      { resource: 'orders', field: 'billing_phone', rule: 'hidden' },
    ]);
    expect(Object.fromEntries(rules)).toEqual({ billing_phone: 'hidden', billing_email: 'hidden' });
  });
});
