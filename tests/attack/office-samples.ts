import sql from 'sql-template-tag';
import { newId } from '../../server/store/ids';
import type { TestApp } from '../support/app';
import { actor } from '../support/database';
import type { Sample } from './call-samples';

/** Samples of the calls of attendance, announcements and the tenant. */
export async function officeSamples({ store, fixture }: TestApp): Promise<Readonly<Record<string, Sample>>> {
  const announcement = async (tenantId: string): Promise<string> => {
    const id = newId();
    await store.transaction(actor(tenantId), (tx) =>
      tx.run(sql`insert into "announcements" ("tenant_id", "id", "title", "body", "starts_at")
        values (${tenantId}, ${id}, 'Admission week', 'Open until eight', '2020-01-01T00:00:00Z')`),
    );
    return id;
  };
  return {
    'attendance-check-in': { body: { mode: 'remote', latitude: 18.52, longitude: 73.85 } },
    'attendance-check-out': { body: {} },
    'scrape-tenant-website': { body: { website: 'http://127.0.0.1/' } },
    'current-announcements': {},
    'mark-announcement-seen': {
      params: { id: await announcement(fixture.tenants.northstar) },
      body: { acknowledged: true },
      ids: { 'params.id': await announcement(fixture.tenants.lakeview) },
    },
  };
}
