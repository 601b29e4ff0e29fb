import type { FastifyReply } from 'fastify';
import type { Reply } from './context';
import { isLarge, largeJson } from './large-json';

/** The envelope {code, message, data, count, …}; under `res/` the bare data, its counts and cursors as headers (D-047, D-048). */
export function sendReply(reply: FastifyReply, answer: Reply, plain: boolean): FastifyReply {
  const { code = 200, message, data, count, more, cookies, headers, raw } = answer;
  if (cookies?.length) reply.header('set-cookie', [...cookies]);
  if (headers) reply.headers(headers);
  if (code === 429) reply.header('retry-after', '60');
  if (raw) return reply.code(code).type(raw.type).send(raw.body);
  const rows = code < 400 && isLarge(data) ? data : undefined;
  if (!plain) {
    const shell = {
      code,
      ...(message === undefined ? {} : { message }),
      ...more,
      ...(count === undefined ? {} : { count }),
    };
    if (rows) return reply.type(json).send(largeJson(`${JSON.stringify(shell).slice(0, -1)},"data":`, rows, '}'));
    return reply.send({ ...shell, ...(data === undefined ? {} : { data }) });
  }
  if (count !== undefined) reply.header('x-total-count', String(count));
  for (const [name, header] of plainHeaders) {
    const value = more?.[name];
    if (value !== undefined && value !== null) reply.header(header, String(value));
  }
  if (rows)
    return reply
      .code(code)
      .type(json)
      .send(largeJson('', rows, ''));
  return reply.code(code).send(code >= 400 ? { code, message, ...more } : (data ?? {}));
}

const json = 'application/json; charset=utf-8';
const plainHeaders = [
  ['total_exact', 'x-total-exact'],
  ['next', 'x-next'],
  ['prev', 'x-prev'],
] as const;
