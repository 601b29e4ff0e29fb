import type { Server, Socket } from 'socket.io';
import type { Claims } from '../identity/tokens';

/** What the server remembers of a connection. Rights are read when something is watched, so a thousand of them stay small. */
export interface Connected {
  claims: Claims;
  watched: readonly string[];
  watchedAt: number;
}
/** What clients send is read as unknown; what they are sent is the live family's own. */
type Events = Record<string, (...args: unknown[]) => void>;
/** Messages between the processes of a server. */
export interface BetweenServers {
  tokens(tenantId: string): void;
  rights(tenantId: string): void;
  rows(tenantId: string, resource: string): void;
}
export type LiveSocket = Socket<Events, Events, BetweenServers, Connected>;
export type LiveServer = Server<Events, Events, BetweenServers, Connected>;
