import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { vi } from 'vitest';
import { onLive } from '../../src/providers/live/live';
import { startLive } from '../../src/providers/live/live-socket';
import { currentSession, endSession } from '../../src/providers/session/session';
import type { NotificationItem } from '../../src/schemas/calls/notifications';
import { until } from '../support/live-client';
import { startPusherServer, type PusherServer } from '../support/pusher-server';
import { freshBrowser, json, stubNetwork, type Asked } from './browser-fixture';

/** A socket.io server; the real one is tested in tests/server/live.test.ts. */
export const http = createServer();
export const io = new Server(http, { path: '/azsocket/', transports: ['polling', 'websocket'] });
export const sockets: Socket[] = [];
export const tokens: unknown[] = [];
export const sent: [string, unknown][] = [];
/** The age that pages reported with their `watch`; the server answers with `changedMeanwhile`. */
export const ages: unknown[] = [];
let changedMeanwhile: string[] = [];
let refusal: string | undefined;
export let pusher: PusherServer;
export let asked: Asked[];
/** The notifications that the server has stored; the last one has its current number. */
export let kept: NotificationItem[] = [];
let push: object | null = null;
export let stops: (() => void)[] = [];
export const startWorld = async () => {
  io.use((socket, next) => {
    tokens.push((socket.handshake.auth as { token: unknown }).token);
    next(refusal ? new Error(refusal) : undefined);
  });
  io.on('connection', (socket) => {
    sockets.push(socket);
    socket.onAny((event: string, body: unknown, age: unknown, done: unknown) => {
      sent.push([event, body]);
      if (event !== 'watch' || !(body as unknown[]).length) return;
      ages.push(age);
      if (typeof done === 'function') (done as (names: string[]) => void)(changedMeanwhile);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  pusher = await startPusherServer('k', 's');
  const page = window as unknown as { happyDOM: { setURL(url: string): void } };
  page.happyDOM.setURL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`);
};
export const setUp = () => {
  freshBrowser();
  [sockets, tokens, sent, ages].forEach((list) => list.splice(0));
  changedMeanwhile = [];
  kept = [];
  push = null;
  refusal = undefined;
  asked = stubNetwork(({ path, body }) => {
    if (path === 'tenant-config') return json({ code: 200, data: { push } });
    if (path === 'push/auth') {
      const { socket_id: id, channel_name: channel } = body as Record<string, string>;
      return json({ code: 200, auth: `k:${createHmac('sha256', 's').update(`${id}:${channel}`).digest('hex')}` });
    }
    const after = /^events(?:\?after=(\d+))?$/.exec(path);
    if (!after) return undefined;
    const missed = after[1] === undefined ? [] : kept.filter((one) => one.seq > Number(after[1]));
    const seq = kept.at(-1)?.seq ?? 0;
    const events = missed.map((one) => ({ event: 'crm_notification', body: one }));
    return json({ code: 200, data: { seq, unread: 0, more: false, now: new Date().toISOString(), events } });
  });
};
export const tearDown = () => {
  if (currentSession()) endSession({ comeBack: false });
  stops.splice(0).forEach((stop) => stop());
  vi.unstubAllGlobals();
};
export const stopWorld = async () => {
  await io.close();
  await pusher.close();
};
export const start = async (): Promise<void> => {
  stops.push(startLive());
  await until(() => sockets.length > 0 && asked.some((one) => one.path.startsWith('events')));
  await new Promise((resolve) => setTimeout(resolve, 20));
};
export const heard = <N extends 'crm_notification' | 'dialer_call' | 'wa_message'>(name: N): unknown[] => {
  const list: unknown[] = [];
  stops.push(onLive(name, (body) => void list.push(body)));
  return list;
};
export const notice = (seq: number): NotificationItem => ({
  _id: `n-${seq}`,
  user_id: 'u-4',
  read: false,
  seq,
  created_at: '2026-11-20T10:00:00Z',
  notifications: { type: 'leave', message: `Number ${seq}`, time: '2026-11-20T10:00:00Z' },
});
export const channel = 'private-tenant-t-1-user-u-4';
export const setRefusal = (next: typeof refusal): void => void (refusal = next);
export const setKept = (next: typeof kept): void => void (kept = next);
export const setPush = (next: typeof push): void => void (push = next);
export const setChangedMeanwhile = (next: typeof changedMeanwhile): void => void (changedMeanwhile = next);
