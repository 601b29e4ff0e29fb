import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { Services } from '../context/services';
import { makeSessions } from '../identity/sessions';
import type { Committed } from '../store/store';
import { authenticate, isOwnOrigin, renewedClaims } from './authenticate';
import { joinBus } from './bus';
import type { Connected, LiveServer, LiveSocket } from './connected';
import { refuseFlood } from './flood';
import { makePushChannel } from './push-channel';
import { startTokenChecks } from './check-tokens';
import { followRights } from './rights';
import { roomOfTenant, roomOfUser } from './rooms';
import { makeRowChanges } from './row-changes';
import { watchedRooms } from './watch';

/** Strings only: a client's object may throw when converted to one, and nothing catches what a listener throws. */
const textsIn = (names: unknown): string[] =>
  Array.isArray(names) ? names.slice(0, 40).filter((one): one is string => typeof one === 'string') : [];
type Emits = { emit(event: string, ...args: unknown[]): unknown };

/** Connections one user may have with one process (TRUST-S8). */
const mostOfUser = 5;
/** Time allowed for a question and its answer to travel. */
const wayMs = 2_000;
const tokenTables = ['revoked_tokens', 'users'];

/**
 * The socket on /azsocket/ (LIVE family): signed-in users receive what concerns them, after its transaction is committed. Rooms are
 * joined here only; a client says what it shows and how its token was renewed, nothing else.
 */
export async function startLive(services: Services, server: HttpServer): Promise<{ close(): Promise<void> }> {
  const io = openSockets(services, server);
  const sessions = makeSessions(services);
  const bus = await joinBus(io, services);
  const push = makePushChannel(services);
  const to = (room: string): Emits => io.to(room);
  const changes = makeRowChanges(
    (room, body) => to(room).emit('changed', body),
    (tenantId, resource) => bus.tellOthers('rows', tenantId, resource),
  );
  io.on('rows', changes.heard);
  const tokenChecks = startTokenChecks(io, services, bus.tellOthers);
  let closed = false;

  io.use((socket, next) => {
    void authenticate(services, socket).then(
      async (claims) => {
        if (!claims) return next(new Error('unauthorized'));
        const room = roomOfUser(claims.tid, claims.sub);
        if ((io.sockets.adapter.rooms.get(room)?.size ?? 0) >= mostOfUser) return next(new Error('too many connections'));
        Object.assign(socket.data, { claims, watched: [], watchedAt: 0 } satisfies Connected);
        await socket.join([room, roomOfTenant(claims.tid)]);
        return next();
      },
      () => next(new Error('unavailable')),
    );
  });
  io.engine.on('connection', refuseFlood);
  io.on('connection', (socket) => {
    const { data } = socket;
    socket.on('watch', (given: unknown, age: unknown, done: unknown) => {
      const names = textsIn(given);
      void watch(socket, names).then(() => {
        if (typeof done === 'function') done(changedSince(data.claims.tid, names, age));
      });
    });
    socket.on('token', (token: unknown, done: unknown) => {
      void renewedClaims(services, data.claims, token).then((claims) => {
        if (claims) data.claims = claims;
        if (typeof done === 'function') done(claims !== null);
      });
    });
  });

  /** Rights may change while a page is open, so its rooms are read again with the current rights. */
  async function watch(socket: LiveSocket, names: readonly string[]): Promise<void> {
    const { claims } = socket.data;
    try {
      const session = await sessions.of(claims, { id: 'live', ip: '', agent: 'socket', cookies: {}, headers: {} });
      const rooms = watchedRooms(session, names);
      for (const room of socket.rooms) if (room.includes(':r:') && !rooms.includes(room)) await socket.leave(room);
      if (socket.connected) await socket.join(rooms);
      Object.assign(socket.data, { watched: names, watchedAt: services.now().getTime() } satisfies Partial<Connected>);
    } catch (error) {
      services.log.warn({ err: error, tenant: claims.tid, user: claims.sub }, 'a page could not subscribe');
    }
  }
  /** What a page that opened `age` ms ago may have read too early, with a margin for the way; all of it where that is not known. */
  const changedSince = (tenantId: string, names: readonly string[], age: unknown): readonly string[] =>
    typeof age === 'number' && age >= 0 && bus.heardAll(age + wayMs) ? changes.within(tenantId, names, age + wayMs) : names;
  tokenChecks.onStale((socket) => void watch(socket, socket.data.watched));
  const rightsChanged = followRights(io, bus.tellOthers, {
    forget: sessions.forget,
    readAgain: (socket) => watch(socket, socket.data.watched),
  });

  services.store.onCommit((committed: Committed) => {
    if (closed) return;
    for (const { userId, event, body } of committed.userEvents) {
      to(roomOfUser(committed.tenantId, userId)).emit(event, body);
      if (event === 'dialer_call') push.send(committed.tenantId, userId, event, body);
    }
    rightsChanged(committed);
    changes.add(committed);
    if (tokenTables.some((name) => committed.whole.has(name) || committed.rows.some((row) => row.table === name)))
      tokenChecks.now(committed.tenantId);
  });

  return {
    async close() {
      closed = true;
      tokenChecks.stop();
      changes.stop();
      // Cut as a lost connection, so that clients reconnect automatically, each after a random pause (TRUST-R10).
      io.engine.close();
      await bus.close();
    },
  };
}

/** Socket.IO on /azsocket/: of the product's own pages only, nothing kept by a browser, no message over 16 KB. */
function openSockets(services: Services, server: HttpServer): LiveServer {
  const io: LiveServer = new Server(server, {
    path: '/azsocket/',
    serveClient: false,
    transports: ['polling', 'websocket'],
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: 10_000,
    httpCompression: false,
    allowRequest: (request, answer) => answer(null, isOwnOrigin(services.config.publicUrl, request.headers)),
  });
  io.engine.on('headers', (headers: Record<string, string>) => {
    headers['cache-control'] = 'no-store';
    headers['x-content-type-options'] = 'nosniff';
  });
  return io;
}
