import type { Server, Socket } from 'socket.io';
import type { Claims } from '../identity/tokens';

/** What the server remembers of a connection. Rights are read when something is watched, so a thousand of them stay small. */
export interface Connected {
  claims: Claims;
  watched: readonly string[];
  watchedAt: number;
}
type Any = Record<string, (...args: never[]) => void>;
export type LiveSocket = Socket<Any, Any, Any, Connected>;
export type LiveServer = Server<Any, Any, Any, Connected>;
