import type { Socket } from 'socket.io';

/** Messages a client may send in a second (TRUST-S8); the product's own send a handful in a minute. */
const mostInSecond = 20;

/** Cuts a connection that sends more, whatever it sends, before anything is read of it. */
export function refuseFlood(connection: Socket['conn']): void {
  let second = 0;
  let count = 0;
  connection.on('packet', ({ type }: { type: string }) => {
    if (type !== 'message') return;
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    if (count > mostInSecond) connection.close(true);
  });
}
