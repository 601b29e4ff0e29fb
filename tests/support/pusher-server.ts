import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

interface Message {
  readonly event: string;
  readonly data?: unknown;
  readonly channel?: string;
}

/** A push service that speaks the Pusher protocol over websocket: private channels need a valid signature. */
export interface PusherServer {
  readonly url: string;
  readonly connections: () => number;
  readonly subscribed: string[];
  send(channel: string, event: string, data: unknown): void;
  close(): Promise<void>;
}

export async function startPusherServer(key: string, secret: string): Promise<PusherServer> {
  const open = new Map<Duplex, Set<string>>();
  const subscribed: string[] = [];
  const server: Server = createServer();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (!request.url?.startsWith(`/app/${key}?`)) return void socket.destroy();
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    const socketId = `${open.size + 1}.${Math.floor(Math.random() * 1e9)}`;
    open.set(socket, new Set());
    say(socket, {
      event: 'pusher:connection_established',
      data: JSON.stringify({ socket_id: socketId, activity_timeout: 120 }),
    });
    let rest: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (let frame = readFrame(rest); frame; frame = readFrame(rest)) {
        rest = frame.rest;
        if (frame.opcode === 8) socket.end();
        if (frame.opcode === 1) take(socket, socketId, JSON.parse(frame.text) as Message);
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => void open.delete(socket));
  });

  function take(socket: Duplex, socketId: string, { event, data }: Message): void {
    if (event === 'pusher:ping') return say(socket, { event: 'pusher:pong', data: '{}' });
    if (event !== 'pusher:subscribe') return;
    const { channel, auth } = data as { channel: string; auth?: string };
    const right = `${key}:${createHmac('sha256', secret).update(`${socketId}:${channel}`).digest('hex')}`;
    if (channel.startsWith('private-') && auth !== right)
      return say(socket, { event: 'pusher:subscription_error', channel, data: '{"status":401}' });
    open.get(socket)?.add(channel);
    subscribed.push(channel);
    say(socket, { event: 'pusher_internal:subscription_succeeded', channel, data: '{}' });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => open.size,
    subscribed,
    send(channel, event, data) {
      for (const [socket, channels] of open)
        if (channels.has(channel)) say(socket, { event, channel, data: JSON.stringify(data) });
    },
    async close() {
      for (const socket of open.keys()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function say(socket: Duplex, message: Message): void {
  const body = Buffer.from(JSON.stringify(message));
  const head =
    body.length < 126 ? Buffer.from([0x81, body.length]) : Buffer.from([0x81, 126, body.length >> 8, body.length & 255]);
  socket.write(Buffer.concat([head, body]));
}

/** Reads one masked client frame, shorter than 64 KB. */
function readFrame(bytes: Buffer): { opcode: number; text: string; rest: Buffer } | undefined {
  if (bytes.length < 6) return undefined;
  const short = bytes[1]! & 127;
  const at = short === 126 ? 4 : 2;
  const length = short === 126 ? bytes.readUInt16BE(2) : short;
  const end = at + 4 + length;
  if (bytes.length < end) return undefined;
  const mask = bytes.subarray(at, at + 4);
  const body = Buffer.from(bytes.subarray(at + 4, end).map((byte, index) => byte ^ mask[index % 4]!));
  return { opcode: bytes[0]! & 15, text: body.toString(), rest: bytes.subarray(end) };
}
