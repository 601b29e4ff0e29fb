import { lookup as resolveName, type LookupAddress } from 'node:dns';
import { request as requestPlain, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { bytesOf } from './stream-bytes';
import { Refused, type Outbound, type OutboundAnswer, type OutboundRequest } from './outbound';
import { isPublic } from './public-address';

export interface OutboundOptions {
  /** Hosts, or host:port, inside that the operator lets through (OUTBOUND_ALLOW). */
  readonly allow?: readonly string[];
  /** PUBLIC_URL: sending to itself would cause a loop. */
  readonly own?: string;
  /** Tests name addresses themselves. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}
const agent = 'Prospectus/1';

export function makeOutbound({ allow = [], own, resolve = resolveAll }: OutboundOptions = {}): Outbound {
  const allowed = new Set(allow.map((one) => one.toLowerCase()));
  const isAllowed = ({ hostname, host, port, protocol }: URL): boolean =>
    allowed.has(hostname) || allowed.has(host) || allowed.has(`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`);

  return {
    async send(asked) {
      const ends = Date.now() + (asked.seconds ?? 5) * 1000;
      let url = asked.url;
      for (let left = asked.redirects ?? 0; ; left--) {
        const target = checked(url, isAllowed, own);
        const answer = await once(target, asked, ends, isAllowed(target) ? resolve : publicOnly(resolve));
        if (!('to' in answer)) return answer;
        if (left <= 0) throw new Refused('redirect', 'The URL redirects to another one.');
        url = new URL(answer.to, target).href;
      }
    },
    async publicAddress(host, port) {
      const open = allowed.has(host.toLowerCase()) || allowed.has(`${host.toLowerCase()}:${port}`);
      const found = await (open ? resolve : publicOnly(resolve))(host).catch((error: unknown) => {
        throw asRefused(error);
      });
      return found[0]!;
    },
  };
}

/** The address as it is spelt; what it resolves to is checked when connecting. */
function checked(text: string, isAllowed: (url: URL) => boolean, own: string | undefined): URL {
  if (!URL.canParse(text)) throw new Refused('address', 'This is not a web address.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Refused('address', 'The URL must start with http:// or https://.');
  if (url.username || url.password) throw new Refused('address', 'The URL must not contain a user name or password.');
  if (own !== undefined && isSameHost(url, new URL(own))) throw new Refused('address', 'The URL belongs to this product itself.');
  if (isAllowed(url)) return url;
  if (url.port !== '') throw new Refused('address', 'The URL must use port 80 or 443.');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  const isNumber = /^[\d.]+$|:/.test(literal);
  if (isNumber ? !isPublic(literal) : /(^|\.)localhost\.?$/.test(literal)) throw notPublic();
  return url;
}
/** With either protocol, with or without a trailing dot. */
const isSameHost = (one: URL, other: URL): boolean => one.host.replace(/\.(?=$|:)/, '') === other.host;
const notPublic = (): Refused => new Refused('address', 'The URL does not lead to a public server.');

type Resolve = (host: string) => Promise<readonly string[]>;
const resolveAll: Resolve = (host) =>
  new Promise((resolve, reject) =>
    resolveName(host, { all: true, verbatim: true }, (error, found) =>
      error ? reject(error) : resolve(found.map((one) => one.address)),
    ),
  );
/** Every answer must be public: a name that has one private address is refused whole. */
const publicOnly =
  (resolve: Resolve): Resolve =>
  async (host) => {
    const found = await resolve(host);
    if (!found.length || !found.every(isPublic)) throw notPublic();
    return found;
  };

type Step = OutboundAnswer | { readonly to: string };

function once(url: URL, asked: OutboundRequest, ends: number, resolve: Resolve): Promise<Step> {
  return new Promise((settle, fail) => {
    let going: ClientRequest | undefined;
    let done = false;
    let isConnected = false;
    const finish = (how: () => void): void => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      how();
      going?.destroy();
    };
    const refuse = (error: unknown): void => finish(() => fail(asRefused(error, isConnected)));
    const timer = setTimeout(
      () => refuse(new Refused('time', 'The URL did not respond in time.')),
      Math.max(0, ends - Date.now()),
    );
    // The connection is made to exactly the addresses that were checked; the certificate is still the name's.
    const lookup: LookupFunction = (host, options, answer) => {
      resolve(host).then(
        (found) => {
          const list: LookupAddress[] = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
          if (options.all) answer(null, list);
          else answer(null, list[0]!.address, list[0]!.family);
        },
        (error: Error) => answer(error, []),
      );
    };
    const options: RequestOptions = {
      method: asked.method ?? 'GET',
      lookup,
      agent: false,
      maxHeaderSize: 16 * 1024,
      headers: {
        'user-agent': agent,
        'accept-encoding': 'gzip, deflate, br',
        accept: asked.accept?.join(', ') ?? '*/*',
        ...asked.headers,
        ...(asked.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(asked.body)) }),
      },
    };
    going = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, options, (response) => {
      read(response, url, asked).then((step) => finish(() => settle(step)), refuse);
    });
    going.on('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (isConnected = true)),
    );
    going.on('error', refuse);
    going.end(asked.body);
  });
}

async function read(response: IncomingMessage, url: URL, asked: OutboundRequest): Promise<Step> {
  const { statusCode: status = 0, headers } = response;
  if (status >= 300 && status < 400 && headers.location) return { to: headers.location };
  const type = headers['content-type'] ?? '';
  if (asked.accept && !asked.accept.some((one) => type.startsWith(one)))
    throw new Refused('type', 'The URL returned another content type.');
  const most = asked.mostBytes ?? 1024 * 1024;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of bytesOf(unpacked(response))) {
    size += part.length;
    if (size > most) throw new Refused('size', 'The response is too large.');
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  return {
    status,
    headers,
    bytes,
    get text() {
      return bytes.toString('utf8');
    },
    url: url.href,
  };
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const unpack = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }[encoding];
  if (unpack) {
    const plain = unpack();
    response.on('error', (error) => plain.destroy(error));
    return response.pipe(plain);
  }
  if (encoding !== 'identity') throw new Refused('type', 'The URL responded with an unsupported compression.');
  return response;
}

const unreachable = new Refused('connection', 'The URL could not be reached.');

function asRefused(error: unknown, wasSent = false): Refused {
  const { why, message, status } = error instanceof Refused ? error : unreachable;
  return new Refused(why, message, status, wasSent);
}
