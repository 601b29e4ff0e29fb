// The live channel of a page: delivers each notification once and in order, and fetches what it missed when it reconnects, as
// src/providers/live/live-gap.ts does. Plain JavaScript, many in one process.
import { io } from 'socket.io-client';

/**
 * Opens the channel at `url` with this token. `heard` holds the delivered numbers in order; `onTold(seq, body, how)` is called
 * for each, with `how` 'live' if it came by the socket and 'missed' if it was fetched; `onBack(ms)` after each reconnection, with
 * the time it took.
 */
export async function openPage(url, { token, headers = { authorization: `Bearer ${token}` }, onTold, onBack, ...options }) {
  const heard = [];
  const ask = async (after) => {
    const answer = await fetch(`${url}/api/events${after === undefined ? '' : `?after=${after}`}`, { headers });
    if (!answer.ok) throw new Error(`events: ${answer.status}`);
    return (await answer.json()).data;
  };
  let last = (await ask()).seq;
  let fetching;
  let again = false;
  const take = (body, how) => {
    if (body.seq <= last) return;
    last = body.seq;
    heard.push(body.seq);
    onTold?.(body.seq, body, how);
  };
  const askAll = async () => {
    for (let more = true; more;) {
      const data = await ask(last);
      for (const { body } of data.events) take(body, 'missed');
      last = Math.max(last, data.seq);
      more = data.more;
    }
  };
  const missed = () => {
    if (fetching) {
      again = true;
      return fetching;
    }
    fetching = askAll()
      .catch(() => {}) // retried at the next connection or event
      .finally(() => {
        fetching = undefined;
        if (!again) return;
        again = false;
        void missed();
      });
    return fetching;
  };
  const socket = io(url, { path: '/azsocket/', auth: { token }, forceNew: true, reconnectionDelayMax: 500, ...options });
  socket.on('connect', () => {
    const began = performance.now();
    void missed().then(() => onBack?.(performance.now() - began));
  });
  socket.on('crm_notification', (body) => (fetching || body.seq > last + 1 ? void missed() : take(body, 'live')));
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, heard, last: () => last };
}
