import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly bytes: Buffer;
}
/** Any provider that speaks HTTP: it records what it is asked, and answers what the test says. */
export interface Recorder {
  readonly url: string;
  readonly port: number;
  readonly heard: Heard[];
  answer: (asked: Heard) => { readonly status?: number; readonly body: unknown };
  close(): Promise<unknown>;
}

export async function startRecorder(): Promise<Recorder> {
  const heard: Heard[] = [];
  const own: Pick<Recorder, 'answer'> = { answer: () => ({ body: {} }) };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const bytes = Buffer.concat(parts);
      const asked = { method, path: url, headers, bytes, text: bytes.toString() };
      heard.push(asked);
      const { status = 200, body } = own.answer(asked);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  const { port } = server.address() as AddressInfo;
  return Object.assign(own, {
    heard,
    port,
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((go) => (server.closeAllConnections(), server.close(go))),
  });
}
