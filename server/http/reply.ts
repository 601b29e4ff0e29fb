import type { FastifyReply } from 'fastify';
import { isRecord } from '../../src/schemas/kit/is-record';
import type { Reply } from '../context/context';

/** The envelope {code, message, data, count, …}; under `res/` the bare data, its counts and cursors as headers (D-047, D-048). */
export function sendReply(reply: FastifyReply, answer: Reply, plain: boolean): FastifyReply {
  const { code = 200, message, data, count, more, cookies, headers, raw } = answer;
  if (cookies?.length) reply.header('set-cookie', [...cookies]);
  if (headers) reply.headers(headers);
  if (code === 429) reply.header('retry-after', '60');
  if (raw) return reply.code(code).type(raw.type).send(raw.body);
  if (!plain)
    return reply.send({
      code,
      ...(message === undefined ? {} : { message }),
      ...more,
      ...(data === undefined ? {} : { data }),
      ...(count === undefined ? {} : { count }),
    });
  if (count !== undefined) reply.header('x-total-count', String(count));
  for (const [name, header] of plainHeaders) {
    const value = more?.[name];
    if (value !== undefined && value !== null) reply.header(header, String(value));
  }
  const repeated = more?.['repeated'] === true ? { repeated: true } : {};
  return reply
    .code(code)
    .send(code >= 400 ? { code, message, ...more } : isRecord(data) ? { ...data, ...repeated } : (data ?? {}));
}

const plainHeaders = [
  ['total_exact', 'x-total-exact'],
  ['next', 'x-next'],
  ['prev', 'x-prev'],
] as const;
