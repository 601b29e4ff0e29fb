// A provider that tests and proofs ask in the place of a real one: of voice, SMS (Twilio) and WhatsApp (Meta) over HTTP. It counts what
// it was asked per address, and can fall silent once it has done what was asked.
import { createServer } from 'node:http';

/**
 * `asked`: by address how often it was rung or written to. `keys`: the keys that came along. `mood`: 'answers', 'silent' (does it and
 * breaks the line), 'refuses' (503), and for voice 'remembers' (answers, and GET calls/{key} too). `onAsked` hears of each address.
 */
export async function startProvider({ port = 0, onAsked = () => {} } = {}) {
  const asked = new Map();
  const keys = [];
  const known = new Map();
  const own = { mood: 'answers', onAsked, asked, keys };
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
      const { to, key, body } = read(path, text, request.headers);
      if (own.mood === 'refuses') return answer(503, {});
      if (!known.has(key) || own.mood !== 'remembers') asked.set(to, (asked.get(to) ?? 0) + 1);
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
    total: () => [...asked.values()].reduce((sum, n) => sum + n, 0),
    close: () => new Promise((go) => (server.closeAllConnections(), server.close(go))),
  });
}

let sent = 0;

function read(path, text, headers) {
  if (path.endsWith('/Messages.json'))
    return { to: new URLSearchParams(text).get('To'), key: headers['idempotency-key'], body: { sid: `SM${++sent}` } };
  const asked = JSON.parse(text);
  if (path.endsWith('/messages'))
    return { to: `+${asked.to}`, key: asked.biz_opaque_callback_data, body: { messages: [{ id: `wamid.${++sent}` }] } };
  return { to: asked.phone, key: headers['idempotency-key'], body: { status: 'answered', seconds: 12, response: 'Interested' } };
}
