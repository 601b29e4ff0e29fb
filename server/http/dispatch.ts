import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFeatureOff, mayDo, type Access } from '../../src/schemas/kit/access';
import { isRecord } from '../../src/schemas/kit/is-record';
import { featureOff, notAllowed, problem } from '../../src/schemas/kit/problem';
import type { AnyRow } from '../../src/schemas/kit/resource';
import { isPlain } from '../../src/schemas/kit/wire';
import { keyMay, keyText, knownKey } from '../identity/api-keys';
import { checkInput } from './clean-input';
import type { Context, OutsideContext, OutsideHandler, Reply, RequestInfo } from '../context/context';
import type { Services } from '../context/services';
import type { Session } from '../context/session';
import { convertTexts, namesOfQuery } from './convert';
import { isWrite, pick, queryShape, type Endpoint } from './endpoints';
import { checkForgery, checkSameSite, forgeryCookie } from '../identity/forgery';
import { storeFiles } from './store-files';
import { checkDay, limitOf } from './limits';
import { networkOf } from '../identity/network-of';
import { once, onceOf, onceOutside } from '../context/once';
import type { Once } from '../context/context';
import { sendReply } from './reply';
import { actorOf, keySession, sessionEnded, type Sessions } from '../identity/sessions';
import type { Claims } from '../identity/tokens';
import { receiveUpload, type Upload } from './uploads';
import { checkerOf } from './validate';

declare module 'fastify' {
  interface FastifyRequest {
    info: RequestInfo;
    /** Of a valid access token in the Authorization header. */
    claims: Claims | null;
    /** Of a valid chat token there; only calls marked `chatToken` look at it (D-114). */
    chatClaims: Claims | null;
    /** Under `res/`: plain statuses. */
    plain: boolean;
  }
}
/** Fastify reads path and query into objects; a body may be any JSON. */
export interface Asked {
  readonly Params: Readonly<Record<string, string>>;
  readonly Querystring: Values;
  readonly Body: unknown;
}
type ApiRequest = FastifyRequest<Asked>;
type Values = Readonly<AnyRow>;
type Check = (value: AnyRow) => AnyRow;
interface Prepared {
  readonly endpoint: Endpoint;
  readonly checkQuery?: Check;
  readonly checkBody?: Check;
}

/** The one way from a request to a handler and back, for all endpoints of one address. */
export function dispatcherOf(services: Services, sessions: Sessions, group: readonly Endpoint[]) {
  const prepared = new Map(group.map((endpoint) => [endpoint, prepare(endpoint)]));
  return async (request: ApiRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const endpoint =
      group.length === 1 ? group[0] : pick(group, { ...request.query, ...(isRecord(request.body) ? request.body : {}) });
    if (!endpoint) throw problem(422, 'The request does not say which of several calls it means.');
    request.plain = isPlain(endpoint.wire);
    if (endpoint.call?.chatToken) request.claims ??= request.chatClaims;
    const { pressure } = services;
    const party = request.claims?.tid ?? networkOf(request.info.ip);
    await services.limits.call(request.isMultipart() ? 'upload' : limitOf(endpoint), {
      ip: request.info.ip,
      ...(request.claims ? { user: request.claims.sub, tenant: request.claims.tid } : {}),
    });
    let leave = pressure.enter(party, request.claims?.sub);
    let upload: Upload | undefined;
    try {
      guard(services, endpoint, request);
      const session = await sessionOf(services, sessions, endpoint, request);
      if (!mayDo(session, endpoint.access, endpoint.operation)) throw await refused(services, endpoint.access, session, request);
      if (session?.apiKey && !keyMay(session.apiKey, endpoint)) throw problem(403, outsideScope);
      if (request.isMultipart()) {
        if (!endpoint.multipart) throw problem(415, 'This content type is not supported. Send JSON.');
        leave(); // however slowly it arrives, it does not block other requests
        leave = pressure.receive(party);
        upload = await receiveUpload(request, services.config.dataDir, endpoint.call?.bodyLimit ?? endpoint.fileLimit);
        leave();
        leave = pressure.enter(party, request.claims?.sub);
      }
      const input = inputOf(prepared.get(endpoint)!, request, upload?.fields);
      const again = repeatable(services, endpoint, request, { ...input, file: upload?.file }, upload?.fields);
      const files = session
        ? await storeFiles(services.files, session.tenantId, endpoint, { ...input.query, ...input.body }, upload?.file)
        : upload?.file && { upload: { ...upload.file, stored: null } };
      const answer = await run(services, endpoint, session, request, { ...input, ...files }, again);
      return sendReply(reply, answer, request.plain);
    } finally {
      leave();
      await upload?.remove();
    }
  };
}

function prepare(endpoint: Endpoint): Prepared {
  const { call, wire } = endpoint;
  if (!call) return { endpoint };
  const body = call.body ?? { type: 'object' as const, properties: {} };
  return { endpoint, checkQuery: checkerOf(queryShape(call, wire)), checkBody: checkerOf(body) };
}

/** Anti-forgery depends on what the call does, never on its verb; reads by POST need it like every POST (D-050, D-051, D-135). */
function guard(services: Services, endpoint: Endpoint, request: ApiRequest): void {
  const { headers } = request;
  const writesByGet = isWrite(endpoint) && endpoint.method === 'GET';
  // A key is sent in a header that browsers never add automatically, so nothing can be forged.
  if (endpoint.call?.forgery === false || (byKey(request) && !endpoint.call?.outside)) return;
  if (writesByGet) {
    if (!request.claims) throw sessionEnded();
    checkSameSite(headers);
  }
  if (endpoint.method !== 'GET' || writesByGet)
    checkForgery(services.secrets, request.info.cookies[forgeryCookie], headers, request.claims?.sub);
}

const outsideScope = 'This API key does not have the scope for this call.';
const byKey = (request: ApiRequest): string | null => (request.claims ? null : keyText(request.headers));

async function sessionOf(
  services: Services,
  sessions: Sessions,
  endpoint: Endpoint,
  request: ApiRequest,
): Promise<Session | null> {
  if (endpoint.call?.outside && endpoint.access === 'public') return null;
  const key = byKey(request);
  if (key) return keySession(services, await knownKey(services, key, request.info.ip), request.info);
  if (!request.claims) throw sessionEnded();
  return sessions.of(request.claims, request.info);
}

/** 403, unless the token has been revoked: rights may be up to 60 s old, the token never (D-017). */
async function refused(services: Services, access: Access, session: Session | null, request: ApiRequest): Promise<Error> {
  if (!session) return sessionEnded();
  await services.store.transaction(actor(session, request.info), async () => {}, { readOnly: true });
  return problem(403, isFeatureOff(session, access) ? featureOff : notAllowed);
}

type Input = Pick<Context, 'query' | 'body' | 'upload' | 'sent'>;

function inputOf({ endpoint, checkQuery, checkBody }: Prepared, request: ApiRequest, form: Values | undefined): Input {
  const { call, wire, twin } = endpoint;
  const sent = isRecord(request.body) ? request.body : undefined;
  if (request.body !== undefined && request.body !== null && !sent && !form)
    throw problem(422, 'The data must be a JSON object.');
  checkInput(request.params);
  checkInput(request.query);
  const body = form ?? sent ?? {};
  checkInput(body);
  const query = namesOfQuery(request.query, wire, endpoint.operation === 'list');
  if (!call) return twin ? { query: { ...query, ...body }, body } : { query, body };
  const fields = queryShape(call, wire).properties;
  const texts = convertTexts(query, fields);
  if (twin) return { query: checkQuery!({ ...texts, ...body }), body: {} };
  const typed = form ? convertTexts(form, call.body?.properties ?? {}, true) : body;
  const { client_ref: ref, ...rest } = typed;
  // Every write may name itself (D-052), whether or not its shape says so.
  const named = ref !== undefined && !call.body?.properties['client_ref'] && isWrite(endpoint);
  return { query: checkQuery!(texts), body: checkBody!(named ? rest : typed) };
}

async function run(
  services: Services,
  endpoint: Endpoint,
  session: Session | null,
  request: ApiRequest,
  input: Input,
  again: Once | undefined,
): Promise<Reply> {
  const base = {
    services,
    wire: endpoint.wire,
    params: request.params,
    request: request.info,
    ...input,
  };
  if (!session || endpoint.call?.outside) {
    const after: After = [];
    const afterCommit: Context['afterCommit'] = (one) => void after.push(one);
    const work = async (): Promise<Reply> => {
      if (session) await checkDay(services, endpoint, session.tenantId);
      return (endpoint.handler as OutsideHandler)({ ...base, session, again, afterCommit } satisfies OutsideContext);
    };
    const reply =
      again && session ? await onceOutside(services.store, actor(session, request.info), session, again, work) : await work();
    await runAfter(services, endpoint, after);
    return reply;
  }
  const { handler: given } = endpoint;
  const isStaged = 'before' in given;
  // What a first stage asks of the outside world costs money whatever becomes of the transaction.
  if (isStaged) await checkDay(services, endpoint, session.tenantId);
  const handler = isStaged ? await given.before({ ...base, session }) : given;
  const { reply, after } = await services.store.transaction(
    actor(session, request.info),
    async (tx) => {
      const after: After = [];
      const work = async (): Promise<Reply> => {
        if (!isStaged) await checkDay(services, endpoint, session.tenantId, tx);
        return handler({ ...base, session, tx, afterCommit: (one) => void after.push(one) });
      };
      return { reply: await (again ? once(tx, session, again, work) : work()), after };
    },
    endpoint.operation === 'list' || endpoint.operation === 'read' ? { readOnly: true } : undefined,
  );
  await runAfter(services, endpoint, after);
  return reply;
}

type After = (() => void | Promise<void>)[];

async function runAfter(services: Services, endpoint: Endpoint, after: After): Promise<void> {
  for (const work of after) {
    try {
      await work();
    } catch (error) {
      services.log.error({ err: error, call: endpoint.name }, 'work after commit failed');
    }
  }
}

/** The key and content of a write that may come twice (D-052): JSON, form or address alike, with the bytes of a file. */
function repeatable(
  services: Services,
  endpoint: Endpoint,
  request: ApiRequest,
  { query, body, file: came }: Pick<Context, 'query' | 'body'> & { readonly file: Upload['file'] },
  form: Values | undefined,
): Once | undefined {
  // Calls that issue tokens serve one browser once: neither their body nor their answer is stored (TRUST-S28).
  if (!isWrite(endpoint) || endpoint.call?.idempotent === false) return undefined;
  const { client_ref: sent } = form ?? (isRecord(request.body) ? request.body : request.query);
  const header = request.headers['idempotency-key'];
  if (sent === undefined && header === undefined && !endpoint.call?.idempotent) return undefined;
  const file = came && [came.field, came.name, came.mime, came.sha256];
  return onceOf(services.secrets, endpoint.name, sent, header, [request.params, query, body, ...(file ? [file] : [])]);
}

const actor = (session: Session, info: RequestInfo) => ({
  ...actorOf(info, session.tenantId, session.userId),
  ...(session.apiKey ? { reason: `API key ${session.apiKey.name}` } : { jti: session.jti, tokenVersion: session.tokenVersion }),
});
