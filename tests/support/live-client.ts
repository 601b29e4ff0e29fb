import type { AddressInfo } from 'node:net';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { Browser, TestApp } from './app';

/** A live connection of a page: the events it received and its state. */
export interface LiveClient {
  readonly socket: Socket;
  readonly heard: { readonly event: string; readonly body: Record<string, unknown> }[];
  /** The message of the refusal, or why the connection ended; undefined while it is open. */
  readonly ended: () => string | undefined;
  of(event: string): Record<string, unknown>[];
}

export const portOf = ({ app }: Pick<TestApp, 'app'>): number => (app.server.address() as AddressInfo).port;

/** Connects as the product does and waits until the server lets it in or refuses it. */
export async function connectLive(
  port: number,
  token: unknown,
  options: Partial<ManagerOptions & SocketOptions> = {},
): Promise<LiveClient> {
  const socket = io(`http://127.0.0.1:${port}`, {
    path: '/azsocket/',
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
    ...options,
  });
  const heard: LiveClient['heard'] = [];
  let end: string | undefined;
  socket.onAny((event: string, body: Record<string, unknown>) => void heard.push({ event, body }));
  socket.on('connect_error', (error) => (end = error.message));
  socket.on('disconnect', (reason) => (end = reason));
  await until(() => socket.connected || end !== undefined);
  return {
    socket,
    heard,
    ended: () => end,
    of: (event) => heard.filter((one) => one.event === event).map((one) => one.body),
  };
}

export const liveOf = (test: TestApp, who: Browser): Promise<LiveClient> => connectLive(portOf(test), who.token);

/** Waits for a condition; the limit only ends a test that would hang. */
export async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 180_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`waited in vain for ${holds.toString().slice(0, 120)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
