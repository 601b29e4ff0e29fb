import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadUser } from '../../server/identity/sessions';
import { build, edit, type TestApp } from '../support/app';
import { actor } from '../support/database';

let test: TestApp;
beforeAll(async () => {
  test = await build();
});
afterAll(() => test.close());

/** Whose leads a user of Northstar may access, by the part of the email before the @. */
async function usersSeenBy(name: string): Promise<string | string[]> {
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
    expect(await usersSeenBy('admin')).toBe('tenant');
    expect(await usersSeenBy('manager')).toEqual(['caller', 'counsellor', 'lead', 'manager']);
    expect(await usersSeenBy('lead')).toEqual(['caller', 'counsellor', 'lead']);
    expect(await usersSeenBy('counsellor')).toEqual(['counsellor']);
    expect(await usersSeenBy('caller')).toEqual(['caller']);
    expect(await usersSeenBy('backoffice')).toEqual([]);
    expect(await usersSeenBy('inactive')).toBe('nobody');
  });

  it('a branch follows team and reporting lines down to any depth, and stops at a cycle', async () => {
    const { northstar } = test.fixture.tenants;
    const { users } = test.fixture;
    const report = (who: string, to: string) =>
      edit(
        test,
        northstar,
        `update users set reports_to = '${users[`${to}@northstar.example`]}' where id = '${users[`${who}@northstar.example`]}'`,
      );
    await report('outsider', 'caller');
    expect(await usersSeenBy('manager')).toEqual(['caller', 'counsellor', 'lead', 'manager', 'outsider']);
    expect(await usersSeenBy('lead')).not.toContain('outsider');
    await report('manager', 'outsider');
    expect(await usersSeenBy('manager')).toEqual(['caller', 'counsellor', 'lead', 'manager', 'outsider']);
  });
});
