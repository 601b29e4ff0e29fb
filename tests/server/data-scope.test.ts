import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadUser } from '../../server/identity/sessions';
import { build, edit, type TestApp } from '../support/app';
import { actor } from '../support/database';

let test: TestApp;
beforeAll(async () => {
  test = await build();
});
afterAll(() => test.close());

/** Whose leads a user of Northstar may touch, by the part of the e-mail before the @. */
async function scopeOf(name: string): Promise<string | string[]> {
  const { northstar } = test.fixture.tenants;
  const id = test.fixture.users[`${name}@northstar.example`]!;
  const user = await test.store.transaction(actor(northstar), (tx) => loadUser(tx, northstar, id), { readOnly: true });
  if (!user) return 'nobody';
  if (user.scope === 'tenant') return 'tenant';
  const nameOf = new Map(Object.entries(test.fixture.users).map(([email, userId]) => [userId, email.split('@')[0]!]));
  return user.scope.userIds.map((userId) => nameOf.get(userId)!).toSorted();
}

describe('data scope', () => {
  it('D-001 role 1 sees the tenant, a manager the branch, a team leader the team, others their own or none', async () => {
    expect(await scopeOf('admin')).toBe('tenant');
    expect(await scopeOf('manager')).toEqual(['caller', 'counsellor', 'lead', 'manager']);
    expect(await scopeOf('lead')).toEqual(['caller', 'counsellor', 'lead']);
    expect(await scopeOf('counsellor')).toEqual(['counsellor']);
    expect(await scopeOf('caller')).toEqual(['caller']);
    expect(await scopeOf('backoffice')).toEqual([]);
    expect(await scopeOf('inactive')).toBe('nobody');
  });

  it('a branch follows team and reporting lines down however deep, and a circle ends', async () => {
    const { northstar } = test.fixture.tenants;
    const { users } = test.fixture;
    const report = (who: string, to: string) =>
      edit(
        test,
        northstar,
        `update users set reports_to = '${users[`${to}@northstar.example`]}' where id = '${users[`${who}@northstar.example`]}'`,
      );
    await report('outsider', 'caller');
    expect(await scopeOf('manager')).toEqual(['caller', 'counsellor', 'lead', 'manager', 'outsider']);
    expect(await scopeOf('lead')).not.toContain('outsider');
    await report('manager', 'outsider');
    expect(await scopeOf('manager')).toEqual(['caller', 'counsellor', 'lead', 'manager', 'outsider']);
  });
});
