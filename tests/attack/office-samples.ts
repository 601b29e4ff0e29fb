import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sql from 'sql-template-tag';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { newId } from '../../server/store/ids';
import { edit, type TestApp } from '../support/app';
import { actor } from '../support/database';
import type { Sample } from './call-samples';

/** Samples of the calls of attendance, announcements and the tenant. */
export async function officeSamples(test: TestApp): Promise<Readonly<Record<string, Sample>>> {
  const { store, fixture, services } = test;
  const announcement = async (tenantId: string): Promise<string> => {
    const id = newId();
    await store.transaction(actor(tenantId), (tx) =>
      tx.run(sql`insert into "announcements" ("tenant_id", "id", "title", "body", "starts_at")
        values (${tenantId}, ${id}, 'Admission week', 'Open until eight', '2020-01-01T00:00:00Z')`),
    );
    return id;
  };
  await edit(
    test,
    fixture.tenants.northstar,
    `update tenant set zoho_integration = 1 where tenant_id = '${fixture.tenants.northstar}'`,
  );
  return {
    'attendance-check-in': { body: { mode: 'remote', latitude: 18.52, longitude: 73.85 } },
    'attendance-check-out': { body: {} },
    'scrape-tenant-website': { body: { website: await websiteFor(services) } },
    'test-tenant-connection': { body: { connection: 'zoho' } },
    'current-announcements': {},
    'mark-announcement-seen': {
      params: { id: await announcement(fixture.tenants.northstar) },
      body: { acknowledged: true },
      ids: { 'params.id': await announcement(fixture.tenants.lakeview) },
    },
  };
}

/** A website on this machine that the product may read. */
async function websiteFor(services: TestApp['services']): Promise<string> {
  site ??= await new Promise<number>((resolve) => {
    const server = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Northstar</title>'),
    );
    server.unref().listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  Object.assign(services, { outbound: makeOutbound({ allow: [`127.0.0.1:${site}`] }) });
  return `http://127.0.0.1:${site}/`;
}
let site: number | undefined;
