import { expect, it, vi } from 'vitest';
import { entryOf, type AuditRow } from '../../server/catalogue/audit-entries';
import type { FieldRule } from '../../src/schemas/kit/access';
import { sessionOf } from './act';

vi.mock('../../src/schemas/kit/all', async (original) => {
  const { withResources } = await import('../support/with-resources');
  const { paySlips } = await import('../fixtures/pay-slips');
  return withResources(await original<typeof import('../../src/schemas/kit/all')>(), [paySlips]);
});

/** The audit keeps the names that fields had; a role's rules name those of now. */
const row: AuditRow = {
  seq: 1,
  at: '2026-07-01T00:00:00.000Z',
  user_id: null,
  user_name: null,
  user_email: null,
  table_name: 'pay_slips',
  row_key: 'x',
  op: 'update',
  old: { person: 'Asha', salary: 41_000, bonus: 1 },
  new: { person: 'Asha K', salary: 52_000, bonus: 2 },
  ip: null,
  agent: null,
  reason: null,
};
const reader = (role: number, fieldRules: FieldRule[] = []) => ({
  ...sessionOf({ tenantId: 't', userId: 'u', role }),
  fieldRules,
});
const seen = (role: number, rules?: FieldRule[]): unknown => {
  const { oldData, newData, property } = entryOf(row, reader(role, rules));
  return { oldData, newData, property };
};

it('a renamed field is found in the history under its new name, hidden where that is hidden', () => {
  expect(seen(4)).toMatchObject({ newData: { person: 'Asha K', pay: 52_000, bonus: 2 }, property: 'Person, Pay, Bonus' });
  const hidden = seen(4, [{ resource: 'pay-slips', field: 'pay', rule: 'hidden' }]);
  expect(hidden).toEqual({ oldData: { person: 'Asha' }, newData: { person: 'Asha K' }, property: 'Person' });
  expect(seen(4, [{ resource: 'pay-slips', field: 'pay', rule: 'masked' }])).toMatchObject({ newData: { pay: '***' } });
});

it('a field that is gone is shown to nobody whose role had rules here, and to everyone else', () => {
  expect(seen(4, [{ resource: 'pay-slips', field: 'bonus', rule: 'hidden' }])).toMatchObject({
    newData: { person: 'Asha K', pay: 52_000 },
  });
  expect(JSON.stringify(seen(4, [{ resource: 'pay-slips', field: 'bonus', rule: 'hidden' }]))).not.toContain('bonus');
  expect(seen(1, [{ resource: 'pay-slips', field: 'bonus', rule: 'hidden' }])).toMatchObject({ newData: { bonus: 2 } });
  expect(seen(4, [{ resource: 'streams', field: 'name', rule: 'hidden' }])).toMatchObject({ newData: { bonus: 2 } });
});
