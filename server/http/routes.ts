import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../../src/schemas/kit/problem';
import { isPlain } from '../../src/schemas/kit/wire';
import type { Services } from '../context/services';
import { dispatcherOf, type Asked } from './dispatch';
import { groupsOf, type Endpoint } from './endpoints';
import type { Sessions } from '../identity/sessions';

const smallBody = 1024 * 1024;
type Answer = (request: FastifyRequest<Asked>, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Registers every endpoint under /api/. Those of `res/` are one family of routes with the resource as a parameter, however
 * many resources there are (SPEED-B7, SPEED-B8); every other address has its own. Two claims of one address fail here.
 */
export function registerRoutes(
  app: FastifyInstance,
  services: Services,
  sessions: Sessions,
  endpoints: readonly Endpoint[],
): void {
  const family = new Map<string, Answer>();
  for (const group of groupsOf(endpoints).values()) {
    const first = group[0]!;
    const answer = dispatcherOf(services, sessions, group);
    const shape = isPlain(first.wire) ? /^res\/([^/{]+)((?:\/\{id\})?(?:\/[a-z]+)?)$/.exec(first.wire.path) : null;
    if (shape) {
      family.set(`${first.method} ${shape[1]}${shape[2]!.replace('{id}', ':id')}`, answer);
      continue;
    }
    app.route<Asked>({
      method: first.method,
      url: `/api/${first.wire.path.replaceAll(/\{([^}]+)\}/g, ':$1')}`,
      // A multipart body is counted by its reader; the limit here is for JSON.
      bodyLimit: Math.max(smallBody, ...group.map((one) => one.call?.bodyLimit ?? 0)),
      handler: answer,
    });
  }
  for (const [suffix, methods] of [
    ['', ['GET', 'POST']],
    ['/:id', ['GET', 'PATCH', 'DELETE', 'PUT', 'POST']],
    ['/:id/:extra', ['GET', 'POST', 'PUT']],
  ] as const) {
    app.route<Asked>({
      method: [...methods],
      url: `/api/res/:resource${suffix}`,
      handler: (request, reply) => {
        request.plain = true;
        const { resource = '', id, extra } = request.params;
        const answer =
          (extra === undefined ? family.get(`${request.method} ${resource}/${id}`) : undefined) ?? // a word, not a key: 'deleted'
          family.get(`${request.method} ${resource}${id === undefined ? '' : '/:id'}${extra ? `/${extra}` : ''}`);
        if (!answer) throw problem(404, 'Nothing was found at this address.');
        return answer(request, reply);
      },
    });
  }
}
