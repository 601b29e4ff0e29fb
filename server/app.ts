import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { calls, resources } from '../src/schemas/kit/all';
import { registerApiDocument } from './http/api-document';
import { collectHandlers } from './calls/all';
import { catalogueHandlers } from './catalogue/catalogue';
import { checkHooks } from './hooks/check-hooks';
import { hooksOf } from './hooks/all';
import type { Services } from './context/services';
import { allHandled, endpointsOf } from './http/endpoints';
import { setHeaders } from './http/headers';
import { registerHealth, type Counters } from './http/health';
import { packAnswers } from './http/packed';
import { registerPages } from './http/pages';
import { prepareRequests } from './http/requests';
import { registerRoutes } from './http/routes';
import { makeSessions } from './identity/sessions';
import { startLive } from './live/live-server';
import { acceptBodies } from './plugins/bodies';
import { serveStatic } from './plugins/static';

export interface AppOptions {
  /** The folder of the browser build; without it only the API is served. */
  readonly clientDir?: string;
}

/** Every endpoint of the product, and the declared calls without a handler. */
export function collectEndpoints(): ReturnType<typeof endpointsOf> {
  return endpointsOf(calls, resources, collectHandlers(), (resource) =>
    resource.store === 'none' ? {} : catalogueHandlers(resource, hooksOf(resource)),
  );
}

/** The server, ready to listen or to be tested by injection; it does not listen itself. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: 1024 * 1024,
    // A GET that writes carries its text in the address: 24 KB of request line, 32 KB of head (D-051, TRUST-S27).
    http: { maxHeaderSize: 32 * 1024, headersTimeout: 15_000 },
    requestTimeout: 120_000, // 50 MB of CSV over a slow line
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    exposeHeadRoutes: false,
    // Pages on https and a server on http: there is a proxy in front, so the address it reports is trusted, never one that a
    // client sends.
    trustProxy: services.config.publicUrl.startsWith('https:') ? ['loopback', 'linklocal', 'uniquelocal'] : false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    genReqId: () => crypto.randomUUID(),
    // An address that cannot be decoded comes before every hook.
    frameworkErrors: (_error, request: FastifyRequest, reply: FastifyReply) => {
      const isApi = request.url.startsWith('/api/');
      setHeaders(reply, isApi, services.config.publicUrl.startsWith('https:'));
      const code = isApi && !request.url.startsWith('/api/res/') ? 200 : 422;
      return reply.code(code).send({ code: 422, message: 'The URL could not be read.' });
    },
  });
  let closing = false;
  const counters: Counters = { requests: new Map() };
  packAnswers(app);
  await acceptBodies(app);
  prepareRequests(app, services, counters);
  registerHealth(app, services, counters, () => closing);
  checkHooks();
  const endpoints = allHandled(collectEndpoints());
  registerRoutes(app, services, makeSessions(services), endpoints);
  registerApiDocument(app, services, endpoints);
  if (options.clientDir) await serveStatic(app, options.clientDir);
  registerPages(app, options.clientDir, services.config);
  const live = await startLive(services, app.server);
  app.addHook('preClose', async () => {
    closing = true;
    await live.close();
  });
  app.addHook('onClose', async () => {
    services.limits.close();
    services.pressure.close();
  });
  // A connection whose request was running when the leaving began would otherwise stay open, idle, and hold it up.
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  return app;
}
