import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLogProvider } from '../../src/providers/audit-log-provider';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';

const entry = (property: string, id: number) => ({
  id,
  created_at: '2026-11-02T08:00:00Z',
  updated_at: '2026-11-02T08:00:00Z',
  modifiedBy: { name: 'Rohini Deshpande', email: 'rohini@northstar.example' },
  tableAffected: 'lead_sources',
  record_id: 's1',
  property,
  ipAddress: null,
  userAgent: null,
  oldData: { name: 'Gogle' },
  newData: { name: 'Google' },
  reason: null,
});

beforeEach(() => {
  freshBrowser('/leads');
  signedIn();
});
afterEach(() => vi.unstubAllGlobals());

it("a record's history is returned as refine's logs, with action and author", async () => {
  const asked = stubNetwork(() => json([entry('Name, Status', 2), entry('Created', 1)]));
  const meta = { id: 's/1' };
  const logs = await auditLogProvider.get({ resource: 'lead-sources', meta });
  expect(asked[0]!.path).toBe('res/lead-sources/s%2F1/history?_end=100');
  expect(logs[0]).toEqual({
    id: 2,
    createdAt: '2026-11-02T08:00:00Z',
    author: { name: 'Rohini Deshpande', email: 'rohini@northstar.example' },
    name: 'Name, Status',
    data: { name: 'Google' },
    previousData: { name: 'Gogle' },
    resource: 'lead-sources',
    action: 'update',
    meta: { id: 's1' },
  });
  const idsOf = async (more: object): Promise<unknown> =>
    (await auditLogProvider.get({ resource: 'lead-sources', meta, ...more })).map((log: { id: number }) => log.id);
  expect(await idsOf({ action: 'create' })).toEqual([1]);
  expect(await idsOf({ author: { name: 'Rohini Deshpande' } })).toEqual([2, 1]);
  expect(await idsOf({ author: { name: 'Anil' } })).toEqual([]);
  await expect(idsOf({ author: { id: 'u1' } })).rejects.toThrow("by 'name' and 'email'");
  await expect(idsOf({ action: 'drop' })).rejects.toThrow("no action 'drop'");
});

it("a resource's history comes from the timeline, filtered there", async () => {
  const asked = stubNetwork(() =>
    json({ code: 200, data: [{ created_at: '2026-11-02', count: 1, entries: [entry('Deleted', 3)] }] }),
  );
  const logs = await auditLogProvider.get({
    resource: 'lead-sources',
    action: 'delete',
    author: { id: 'u1' },
    meta: { limit: 20, page: 2 },
  });
  expect(logs).toMatchObject([{ id: 3, action: 'delete' }]);
  expect(Object.fromEntries(new URLSearchParams(asked[0]!.path.split('?')[1]))).toEqual({
    table: 'lead_sources',
    action: 'deleted',
    'userId[]': 'u1',
    limit: '20',
    page_number: '2',
  });
});

it('history cannot be written from a browser', async () => {
  const asked = stubNetwork(() => json({}));
  expect(auditLogProvider).not.toHaveProperty('create');
  await expect(auditLogProvider.update({ id: 1, name: 'Nothing happened' })).rejects.toMatchObject({ code: 403 });
  expect(asked).toEqual([]);
});
