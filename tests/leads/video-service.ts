import { createServer, type IncomingHttpHeaders } from 'node:http';

/** A video bridge: it keeps what it was asked and answers as it is told. */
export interface VideoService {
  /** host:port, as the operator lets it through. */
  readonly at: string;
  answers: { status: number; body: string };
  asked: { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }[];
  close(): void;
}

export async function videoService(): Promise<VideoService> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      service.asked.push({
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(body) as Record<string, unknown>,
      });
      response.writeHead(service.answers.status, { 'content-type': 'application/json' }).end(service.answers.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: VideoService = {
    at: `127.0.0.1:${(server.address() as { port: number }).port}`,
    answers: { status: 200, body: '{}' },
    asked: [],
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}
