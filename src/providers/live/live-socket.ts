import type { Socket } from 'socket.io-client';
import type { Changed } from '../../schemas/kit/changed';
import { tellLive, type LiveEvents } from './live';
import { takeDialerCall } from './live-calls';
import { lookMeanwhile } from './live-fallback';
import { fetchMissed, takeNotification } from './live-gap';
import { startPush } from './live-push';
import { currentToken, endIfExpired, endSession, onSessionEnd, updateUser, type CurrentUser } from '../session/session';

type Load = () => Promise<Pick<typeof import('socket.io-client'), 'io'>>;
const longestWait = 30_000;
let socket: Socket | undefined;
let watched: readonly string[] = [];

/**
 * Opens the live channel of the signed-in user (LIVE family): the socket, and the push channel if configured. Their code loads
 * after the page. Returns a function that closes it.
 */
export function startLive(load: Load = () => import('socket.io-client')): () => void {
  let stopped = false;
  const stops: (() => void)[] = [];
  const stop = (): void => {
    stopped = true;
    stops.splice(0).forEach((one) => one());
  };
  stops.push(onSessionEnd(stop));
  const meanwhile = lookMeanwhile(() => socket?.connected === true, lookForChanges);
  stops.push(meanwhile.stop);
  const open = async (failures = 0): Promise<void> => {
    try {
      const { io } = await load();
      if (stopped || currentToken() === undefined) return;
      stops.push(connect(io, meanwhile.live));
      stops.push(startPush());
    } catch {
      // The page works without it, so it is not reloaded (D-028): loading is tried again, and the page polls meanwhile.
      const timer = setTimeout(() => void open(failures + 1), waitAfter(failures));
      stops.push(() => clearTimeout(timer));
    }
  };
  void open();
  return stop;
}

/**
 * Catches up on what the channel would have sent since the page was read: notifications, and possible changes of rows and chats.
 */
function lookForChanges(): Promise<boolean> {
  lookAt(watched);
  tellLive('wa_message', {});
  return fetchMissed();
}
function lookAt(names: readonly string[]): void {
  for (const resource of names) tellLive('changed', { resource });
}

/**
 * Subscribes to what this document shows, and reloads what changed since it was opened, because its first reads were made before
 * the channel was up. After a lost connection, or if the server does not answer, it reloads everything.
 */
function watchAndLook(made: Socket, wasCut: boolean): void {
  if (watched.length > 0) lookAtChanges(made, watched, wasCut ? null : performance.now());
}
/**
 * Subscribes to what is shown, and reloads those of `fresh` that changed in the last `age` ms; all of them if the server does not
 * know.
 */
function lookAtChanges(made: Socket, fresh: readonly string[], age: number | null): void {
  made.timeout(answerMs).emit('watch', watched, age, (failed: unknown, changed: unknown) => {
    lookAt(failed || !Array.isArray(changed) ? fresh : fresh.filter((name) => changed.includes(name)));
  });
}
const answerMs = 5_000;
/** The delay doubles after each failure; it is random, so that pages do not reconnect at the same moment. */
const waitAfter = (failures: number): number => Math.min(longestWait, 1000 * 2 ** failures) * (0.5 + Math.random() / 2);

/** Sends the resources that the pages of this tab show; the server then sends their changes, as far as this user can see them. */
export function watchResources(names: readonly string[]): void {
  const first = watched.length === 0;
  const fresh = names.filter((name) => !watched.includes(name));
  watched = names;
  if (!socket?.connected) return;
  if (first) watchAndLook(socket, false);
  // The next page's reads were made just before; the server adds a margin for the network.
  else if (fresh.length > 0) lookAtChanges(socket, fresh, 0);
  else socket.emit('watch', names);
}

/** The renewed token is sent over the open connection. */
export function renewLive(token: string): void {
  if (socket?.connected) socket.emit('token', token);
}

function connect(io: typeof import('socket.io-client').io, live: () => void): () => void {
  let tried: string | undefined;
  let closed = false;
  let wasConnected = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const made = io({
    path: '/azsocket/',
    transports: ['websocket', 'polling'],
    tryAllTransports: true, // otherwise websocket never falls back to polling
    auth: (give) => (closed ? undefined : give({ token: (tried = currentToken()) })),
    reconnectionDelayMax: longestWait,
    randomizationFactor: 0.5,
  });
  socket = made;
  /** The library reconnects after a lost connection, but not after the server closed or refused it (D-082). */
  const comeBack = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => made.connect(), waitAfter(failures++));
  };
  made.on('connect', () => {
    setTimeout(() => made.connected && (failures = 0), 5000);
    watchAndLook(made, wasConnected);
    wasConnected = true;
    if (currentToken() !== tried) made.emit('token', currentToken());
    live();
    tellLive('wa_message', {});
    void fetchMissed();
  });
  made.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') comeBack();
  });
  made.on('connect_error', ({ message }) => {
    if (made.active) return;
    const token = currentToken();
    // Prevents a loop with a refused token; another tab may have a newer one meanwhile.
    if (message === 'unauthorized' && token === tried) {
      if (token !== undefined && !endIfExpired()) endSession({ comeBack: true });
    } else if (token !== undefined) comeBack();
  });
  made.on('session_revoked', () => endSession({ comeBack: true }));
  made.on('crm_notification', takeNotification);
  made.on('dialer_call', takeDialerCall);
  made.on('call_state', (body: LiveEvents['call_state'] | null) => {
    if (typeof body?.call_id === 'string' && typeof body.state === 'string') tellLive('call_state', body);
  });
  made.on('wa_message', (body: LiveEvents['wa_message'] | null) => {
    if (typeof body?.wa_user_id === 'string') tellLive('wa_message', body);
  });
  made.on('user_status', (body: Pick<CurrentUser, 'user_status' | 'on_break'> | null) => {
    if (body?.user_status !== 0 && body?.user_status !== 1) return;
    updateUser({ user_status: body.user_status, on_break: body.on_break ?? null });
  });
  made.on('work_time', (body: LiveEvents['work_time'] | null) => {
    if (typeof body?.today_seconds === 'number' && typeof body.day === 'string') tellLive('work_time', body);
  });
  made.on('changed', (body: Changed | null) => {
    if (typeof body?.resource === 'string') tellLive('changed', body);
  });
  const look = (): void => {
    if (document.visibilityState === 'visible' && made.connected) void fetchMissed();
  };
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    made.removeAllListeners();
    closed = true;
    hangUp(made);
    if (socket === made) socket = undefined;
  };
}

/**
 * Browsers log a warning if a socket is closed before it is open: it is closed as soon as it opens, and its events are ignored.
 */
function hangUp(made: Socket): void {
  const { io: manager } = made;
  if (manager.engine?.readyState !== 'opening') return void made.disconnect();
  manager.reconnection(false);
  manager.engine.once('open', () => made.disconnect());
}
