import type { FastifyInstance } from 'fastify';
import { resources } from '../../src/schemas/kit/all';
import { keyText, knownKey } from '../identity/api-keys';
import type { Services } from '../context/services';
import type { Endpoint } from './endpoints';
import { openApiOf } from './openapi';
import { actorOf } from '../identity/sessions';
import { withCustomOf } from '../catalogue/custom-specs';

/** `GET /api/openapi.json`: for everyone what the schema files say; with a token or key also the tenant's custom fields (D-136). */
export function registerApiDocument(app: FastifyInstance, services: Services, endpoints: readonly Endpoint[]): void {
  const made = new Map<string, string>();
  app.get('/api/openapi.json', async (request, reply) => {
    const key = request.claims ? null : keyText(request.headers);
    const tenantId = key ? (await knownKey(services, key, request.info.ip)).tenantId : request.claims?.tid;
    const extended = tenantId ? await ofTenant(tenantId) : resources;
    const text = JSON.stringify(extended.filter((one, at) => one !== resources[at]));
    const known = made.get(text) ?? JSON.stringify(openApiOf(endpoints, extended));
    if (made.size >= 20) made.clear();
    made.set(text, known);
    return reply.type('application/json').send(known);

    function ofTenant(tenant: string) {
      const actor = actorOf(request.info, tenant, null);
      return services.store.transaction(
        actor,
        async (tx) => {
          const reader = { services, tx, session: { tenantId: tenant } };
          const all = [];
          for (const resource of resources) all.push(await withCustomOf(resource, reader));
          return all;
        },
        { readOnly: true },
      );
    }
  });
}
