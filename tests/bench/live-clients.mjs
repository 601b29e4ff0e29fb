// Many clients of a socket.io server, and the cost of serving them.
import { existsSync, readFileSync } from 'node:fs';
import { io } from 'socket.io-client';
import { cpuOf } from './processes.mjs';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Opens a connection for each token, fifty at a time; resolves when all are open. `watch`: resources whose changes each receives.
 */
export async function connectAll(url, tokens, watch) {
  const sockets = [];
  for (let from = 0; from < tokens.length; from += 50) {
    const batch = tokens.slice(from, from + 50).map((token) => {
      const socket = io(url, {
        path: '/azsocket/',
        transports: ['websocket'],
        auth: { token },
        forceNew: true,
        reconnection: false,
      });
      const stands = new Promise((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      return { socket, stands };
    });
    await Promise.all(batch.map(({ stands }) => stands));
    for (const { socket } of batch) if (watch) socket.emit('watch', watch);
    sockets.push(...batch.map(({ socket }) => socket));
  }
  await pause(2000);
  return sockets;
}

export async function disconnectAll(sockets) {
  for (const socket of sockets) socket.disconnect();
  await pause(1500);
}

/** Bytes that the process holds after garbage collection; it must be started with tests/bench/memory-probe.mjs. */
export async function memoryAfterCollection(pid, file) {
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).count : 0;
  process.kill(pid, 'SIGUSR2');
  for (let tries = 0; tries < 200; tries++) {
    await pause(50);
    try {
      const now = JSON.parse(readFileSync(file, 'utf8'));
      if (now.count > before) return now;
    } catch {
      // not written yet
    }
  }
  throw new Error('the process does not report its memory');
}

/**
 * `tell(n)` triggers an event for every client, `times` times, `gapMs` apart. Returns the milliseconds from before the call until
 * each client has it, how often each received an event, and the server's CPU milliseconds per event, with `cpu` reading its CPU
 * seconds.
 */
export async function tellAll(sockets, tell, { times, gapMs, cpu }) {
  const heard = [];
  let sent = 0;
  let count = 0;
  for (const socket of sockets)
    socket.on('changed', ({ resource }) => {
      if (resource !== 'leads') return;
      count += 1;
      heard.push(performance.now() - sent);
    });
  const before = cpu();
  for (let n = 0; n < times; n++) {
    count = 0;
    sent = performance.now();
    await tell(n);
    for (let waited = 0; count < sockets.length && waited < 5000; waited += 5) await pause(5);
    if (count < sockets.length) throw new Error(`event ${n} reached ${count} of ${sockets.length} clients`);
    await pause(Math.max(0, gapMs - (performance.now() - sent)));
  }
  const used = cpu() - before;
  for (const socket of sockets) socket.removeAllListeners('changed');
  return { heard, each: heard.length / times / sockets.length, cpuMsPerEvent: (used * 1000) / times };
}

/** CPU milliseconds per second that the open connections cost while idle. */
export async function idleCpu(pid, seconds) {
  const before = cpuOf(pid);
  await pause(seconds * 1000);
  return ((cpuOf(pid) - before) * 1000) / seconds;
}
