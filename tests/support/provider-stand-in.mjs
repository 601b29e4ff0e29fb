// A stand-in for real providers in tests and proofs: voice, SMS (Twilio), WhatsApp (Meta) and Web Push over HTTP. It counts requests per
// address, and can handle a request without answering it.
import { createServer } from 'node:http';
import { createServer as createLine } from 'node:net';

/**
 * `asked`: by address how often it was called or messaged. `keys`: the keys of the requests. `mood`: 'answers', 'silent' (does it
 * and drops the connection), 'refuses' (503), and for voice 'remembers' (answers, and GET calls/{key} too). `onAsked` gets each
 * address. `refuses`: addresses that are answered with 400.
 */
export async function startProvider({ port = 0, onAsked = () => {} } = {}) {
  const asked = new Map();
  const byChannel = { voice: new Map(), sms: new Map(), whatsapp: new Map(), teams: new Map(), push: new Map() };
  const keys = [];
  const known = new Map();
  const own = { mood: 'answers', onAsked, asked, keys, refuses: () => false };
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', async () => {
      const text = Buffer.concat(parts).toString();
      const path = new URL(request.url, 'http://provider').pathname;
      const answer = (status, body) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.method === 'GET') {
        const found = own.mood === 'remembers' ? known.get(path.split('/').at(-1)) : undefined;
        return found ? answer(200, found) : answer(404, {});
      }
      const { channel, to, key, body } = read(path, text, request.headers);
      if (own.mood === 'refuses') return answer(503, {});
      if (own.refuses(to)) {
        asked.set(to, (asked.get(to) ?? 0) + 1);
        return answer(400, {});
      }
      if (!known.has(key) || own.mood !== 'remembers')
        for (const counted of [asked, byChannel[channel]]) counted.set(to, (counted.get(to) ?? 0) + 1);
      keys.push(key);
      known.set(key, body);
      await own.onAsked(to);
      if (own.mood === 'silent') return request.socket.destroy();
      return answer(200, body);
    });
  });
  await new Promise((go) => server.listen(port, '127.0.0.1', go));
  return Object.assign(own, {
    port: server.address().port,
    url: `http://127.0.0.1:${server.address().port}`,
    askedBy: (channel) => byChannel[channel],
    total: () => [...asked.values()].reduce((sum, n) => sum + n, 0),
    close: () => new Promise((go) => (server.closeAllConnections(), server.close(go))),
  });
}

let sent = 0;

function read(path, text, headers) {
  if (path.startsWith('/push/')) return { channel: 'push', to: path, key: undefined, body: {} };
  if (path.endsWith('/Messages.json'))
    return {
      channel: 'sms',
      to: new URLSearchParams(text).get('To'),
      key: headers['idempotency-key'],
      body: { sid: `SM${++sent}` },
    };
  const asked = JSON.parse(text);
  if (path === '/teams') return { channel: 'teams', to: 'teams', key: undefined, body: {} };
  if (path.endsWith('/messages'))
    return {
      channel: 'whatsapp',
      to: `+${asked.to}`,
      key: asked.biz_opaque_callback_data,
      body: { messages: [{ id: `wamid.${++sent}` }] },
    };
  return {
    channel: 'voice',
    to: asked.phone,
    key: headers['idempotency-key'],
    body: { status: 'answered', seconds: 12, response: 'Interested' },
  };
}

/** A mail server that accepts all mails and counts them per address. */
export async function startMail({ onAsked = () => {} } = {}) {
  const asked = new Map();
  const server = createLine((socket) => {
    let rest = '';
    let to = '';
    let isData = false;
    const line = async (text) => {
      if (isData) {
        if (text !== '.') return;
        isData = false;
        asked.set(to, (asked.get(to) ?? 0) + 1);
        await onAsked(to);
        return socket.write('250 taken\r\n');
      }
      const verb = text.slice(0, 4).toUpperCase();
      if (verb === 'RCPT') to = /<(.*?)>/.exec(text)[1];
      isData = verb === 'DATA';
      if (verb === 'QUIT') return socket.end('221 bye\r\n');
      return socket.write(isData ? '354 go on\r\n' : '250 fine\r\n');
    };
    socket.on('error', () => {});
    socket.on('data', (part) => {
      const lines = (rest + String(part)).split('\r\n');
      rest = lines.pop();
      for (const one of lines) void line(one);
    });
    socket.write('220 ready\r\n');
  });
  await new Promise((go) => server.listen(0, '127.0.0.1', go));
  return { asked, port: server.address().port, close: () => new Promise((go) => server.close(go)) };
}
