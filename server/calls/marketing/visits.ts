import * as visitsCalls from '../../../src/schemas/calls/visits';
import { problem } from '../../../src/schemas/kit/problem';
import type { Handlers } from '../../context/context';
import { handle, type CallReply, type OutsideCallContext } from '../../context/handle';
import { hostOf } from '../../domain/page-path';
import { isBot } from '../../domain/visit-channel';
import { actorOf } from '../../identity/sessions';
import { siteOf } from '../../visits/site-of';
import { visitRows } from '../../visits/visit-rows';
import { writeVisits } from '../../visits/write-visits';

export const handlers: Handlers = {
  ...handle(visitsCalls.recordVisit, record),
};

/** A report of the script on a tenant's own site. The answer is for scripts of that site, and carries no cookie. */
async function record(
  context: OutsideCallContext<typeof visitsCalls.recordVisit>,
): Promise<CallReply<typeof visitsCalls.recordVisit>> {
  const { services, params, request, body } = context;
  const origin = request.headers['origin'];
  const host = typeof origin === 'string' ? hostOf(origin) : null;
  if (host === null) throw problem(403, 'Visits are reported by a page of the site.');
  const headers = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': String(origin) };
  if (isBot(request.agent)) return { message: 'Bots are not counted.', headers };
  const siteId = params['site'] ?? '';
  const [found] = await services.store.lookUp<{ tenant_id: string }>('tenant_of_site', [siteId]);
  if (!found) throw problem(404, 'This site is not counted.');
  const tenantId = found.tenant_id;
  await services.limits.call('visit', { ip: request.ip, tenant: tenantId });
  const at = services.now();
  await services.store.transaction(actorOf(request, tenantId, null), async (tx) => {
    const site = await siteOf(tx, tenantId, siteId);
    if (!site) throw problem(404, 'This site is not counted.');
    if (!site.hosts.includes(host)) throw problem(403, 'This page is not one of the site’s addresses.');
    const { id, hosts } = site;
    await writeVisits(tx, tenantId, [visitRows({ siteId: id, hosts, agent: request.agent, at, body })]);
  });
  return { message: 'Counted.', headers };
}
