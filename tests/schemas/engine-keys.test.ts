import { describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { takesImport as takesImportHere } from '../../src/resources/resource-paths';
import { isHashed } from '../../server/catalogue/secret-fields';
import { takesImport } from '../../server/imports/resource-columns';
import { scopeNeeded } from '../../server/identity/api-keys';
import { sealedColumns } from '../../server/store/sealed-values';
import { tableModels } from '../../server/store/tables/model';

const say = (key: keyof AnyResource): string[] => resources.filter((one) => one[key] !== undefined).map(({ name }) => name);
const streams = resources.find(({ name }) => name === 'streams')!;

/** Which resources have special keys, and what the engine does with them. If a key goes missing, these tests fail. */
describe('keys that few schema files have', () => {
  it('audited: only rows that the system itself writes are not audited', () => {
    const silent = tableModels(resources).filter((model) => !model.audited);
    expect(silent.map(({ name }) => name.replaceAll('_', '-')).toSorted()).toEqual(say('audited'));
    expect(say('audited')).toEqual([
      'announcement-reads',
      'api-key-hashes',
      'attendance-months',
      'auth-logs',
      'campaign-runs',
      'import-rows',
      'job-rows',
      'jobs',
      'lead-searches',
      'notifications',
      'otp-codes',
      'outbox-messages',
      'provider-states',
      'refresh-tokens',
      'revoked-tokens',
      'rule-clocks',
      'rule-runs',
      'sign-ins',
      'simulated-messages',
      'site-events',
      'site-visits',
      'webhook-deliveries',
      'webhook-states',
    ]);
  });

  it('hashed: only the hash of these secrets is stored, and it is never decrypted', () => {
    const hashed = resources.flatMap((one) => (one.hashed ?? []).map((field) => `${one.name}.${field}`));
    expect(hashed).toEqual(['api-key-hashes.key_hash', 'otp-codes.code_hash', 'refresh-tokens.token_hash', 'users.password']);
    const sealed = sealedColumns(resources).map(({ resource, field }) => `${resource.name}.${field}`);
    expect(sealed.filter((one) => hashed.includes(one))).toEqual([]);
    const secret = { ...streams, secret: ['name'] } as AnyResource;
    expect([isHashed(secret, 'name'), isHashed({ ...secret, hashed: ['name'] } as AnyResource, 'name')]).toEqual([false, true]);
  });

  it('apiKeys: keys cannot change users, rights or keys', () => {
    expect(resources.filter((one) => one.apiKeys).map(({ name, apiKeys }) => `${name}: ${apiKeys}`)).toEqual([
      'api-keys: nothing',
      'tenant: read',
      'users: read',
      'users-roles: read',
    ]);
    const scopes = (name: string) =>
      (['list', 'update'] as const).map((operation) => scopeNeeded({ name: `${name}.x`, operation }));
    expect(scopes('streams')).toEqual(['streams:read', 'streams:update']);
    expect(scopes('users')).toEqual(['users:read', undefined]);
    expect(scopes('api-keys')).toEqual([undefined, undefined]);
  });

  it('csvImport: only leads have their own upload', () => {
    expect(say('csvImport')).toEqual(['leads']);
    for (const asked of [takesImport, takesImportHere])
      expect([asked(streams), asked({ ...streams, csvImport: false })]).toEqual([true, false]);
  });

  it('wholeList and marksInactive: only cities and only users', () => {
    expect([say('wholeList'), say('marksInactive')]).toEqual([['cities'], ['users']]);
  });
});
