import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A proxy between the product and a server that fails as networks do. */
export interface TcpProxy {
  readonly port: number;
  /** Open connections go silent without being closed; new ones work as usual. */
  loseAll(): void;
  /** New connections get no answer either, until `answer`. */
  goDark(): void;
  answer(): void;
  close(): Promise<void>;
}

export async function tcpProxy(to: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let generation = 0;
  let dark = false;
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => {}).on('close', () => sockets.delete(near));
    if (dark) return void near.resume();
    const mine = generation;
    const far = connect(to.port, to.host);
    sockets.add(far);
    far.on('error', () => near.destroy()).on('close', () => sockets.delete(far));
    const open = (): boolean => mine === generation;
    near.on('data', (bytes) => open() && far.write(bytes));
    far.on('data', (bytes) => open() && near.write(bytes));
    near.on('close', () => open() && far.destroy());
    far.on('end', () => open() && near.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    loseAll: () => void generation++,
    goDark() {
      generation++;
      dark = true;
    },
    answer: () => void (dark = false),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
