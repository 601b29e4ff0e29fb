import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../../src/schemas/kit/problem';
import type { Services } from '../context/services';
import { cookiesOf } from '../identity/cookies';
import { failureOf } from './failures';
import { forgeryCookie, forgeryCookieLine, isForgeryToken, newForgeryToken } from '../identity/forgery';
import { setHeaders } from './headers';
import type { Counters } from './health';
import { TryLater } from '../identity/try-later';
import { verifyToken, type TokenUse } from '../identity/tokens';

const longestLine = 24 * 1024;

/** What every request goes through: session, headers, the anti-forgery cookie, one log line, one error handler. */
export function prepareRequests(app: FastifyInstance, services: Services, counters: Counters): void {
  const secure = services.config.publicUrl.startsWith('https:');
  app.decorateRequest('claims', null);
  app.decorateRequest('chatClaims', null);
  app.decorateRequest('plain', false);
  app.decorateRequest('info');

  app.addHook('onRequest', async (request, reply) => {
    const isApi = request.url.startsWith('/api/');
    request.plain = request.url.startsWith('/api/res/');
    request.info = {
      id: request.id,
      ip: request.ip,
      agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      cookies: cookiesOf(request.headers.cookie),
      headers: request.headers,
    };
    setHeaders(reply, isApi, secure);
    if (isApi) {
      request.claims = await claimsOf(services, request, 'access');
      if (!request.claims) request.chatClaims = await claimsOf(services, request, 'chat');
    }
    if (!isForVisitors(request.url)) keepForgeryCookie(services, request, reply, secure);
    if (request.url.length > longestLine) throw problem(413, 'The URL is too long. Send the data in a POST.');
  });

  app.addHook('onResponse', async (request, reply) => {
    // The pattern of the route, never the address: addresses carry phones and message texts (TRUST-S30).
    const route = request.routeOptions.url ?? '(none)';
    const key = `${request.method} ${route} ${reply.statusCode}`;
    const sum = counters.requests.get(key) ?? { count: 0, seconds: 0 };
    counters.requests.set(key, { count: sum.count + 1, seconds: sum.seconds + reply.elapsedTime / 1000 });
    if (route.startsWith('/api/'))
      services.log.info(
        {
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          id: request.id,
          ...(request.claims ? { tenant: request.claims.tid, user: request.claims.sub } : {}),
        },
        'request',
      );
  });

  app.setErrorHandler((error, request, reply) => {
    const { status, body, fault } = failureOf(error, request.plain, request.id);
    if (fault) services.log.error({ err: error, id: request.id, route: request.routeOptions.url }, 'request failed');
    if (isLater(status) || isLater(body['code']))
      reply.header('retry-after', String(error instanceof TryLater ? error.seconds : 60));
    return reply.code(status).type('application/json; charset=utf-8').send(body);
  });
}

/** Pages of customers' own sites: nothing is stored in the browsers of their visitors. */
const isForVisitors = (url: string): boolean => url === '/t.js' || url.startsWith('/api/visits/');

/** TRUST-S15, TRUST-R9: a client that is refused for now learns when to try again. */
const isLater = (code: unknown): boolean => code === 429 || code === 503;

async function claimsOf(services: Services, request: FastifyRequest, use: TokenUse) {
  const header = request.headers.authorization;
  if (!header?.startsWith('Bearer ')) return null;
  return verifyToken(services.secrets, use, header.slice(7), services.now());
}

/** D-050: any answer to a request without a valid cookie sets one, the page's too. */
function keepForgeryCookie(services: Services, request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  const owner = (request.claims ?? request.chatClaims)?.sub;
  if (isForgeryToken(services.secrets, request.info.cookies[forgeryCookie], owner)) return;
  void reply.header('set-cookie', forgeryCookieLine(newForgeryToken(services.secrets, owner), secure));
}
