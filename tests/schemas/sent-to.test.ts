import { describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import type { Fields } from '../../src/schemas/kit/field';

/** Resources with addresses that never receive a secret of the record, and why. */
const apart: Readonly<Record<string, string>> = {
  colleges: 'the website is shown to people',
  tenant: 'the secrets are those of Zoho, whose address is not in this record; a Teams address has no secret beside it',
  'push-subscribers': 'the keys are what a browser gave us for this endpoint',
};

describe('TRUST-S16 a record with a secret and an address', () => {
  const found = resources.flatMap(({ name, secret, sentTo, fields }) => {
    const named = new Set(Object.values(sentTo ?? {}).flat());
    return secret?.length
      ? addressesOf(fields.properties).map((path) => ({ at: `${name}.${path}`, isNamed: named.has(path) }))
      : [];
  });

  it('names the address that receives the secret, so that a changed address does not', () => {
    expect(found.filter(({ at, isNamed }) => !isNamed && !apart[at.split('.')[0]!]).map(({ at }) => at)).toEqual([]);
    expect(
      found
        .filter(({ isNamed }) => isNamed)
        .map(({ at }) => at)
        .toSorted(),
    ).toEqual(['colleges.lead_push_url', 'provider-settings.settings.endpoint', 'webhooks.url']);
  });
});

/** Fields that hold a web address, those inside objects by their path. */
function addressesOf(fields: Fields, before = ''): string[] {
  return Object.entries(fields).flatMap(([name, { format, properties }]) => [
    ...(format === 'uri' ? [before + name] : []),
    ...addressesOf(properties ?? {}, `${before}${name}.`),
  ]);
}
