// Starts the built server as users do and calls it over HTTP, for proofs and benches.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

export const isBuilt = () => existsSync('dist/server/main.js');

/** A load generator is not a person: the limits are on, but too high to be reached. */
const freely = { RATE_LIMIT: '1000000' };

/**
 * Starts a server with demo tenants. `env` adds to the environment, `built` is another folder with a build; `kill()` is kill -9.
 * Throws when the server does not get ready within `patience` seconds.
 */
export async function startProduct({ port, dataDir, env = {}, built, patience = 60 }) {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    ...(built ? { cwd: built } : {}),
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'error', ...freely, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  child.stderr.on('data', (chunk) => (printed += chunk));
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const endWithMe = () => child.kill('SIGKILL');
  process.once('exit', endWithMe);
  child.once('exit', () => process.off('exit', endWithMe));
  for (let i = 0; i < patience * 20 && !printed.includes('Prospectus is ready'); i++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${printed.slice(-800)}`);
    await pause(50);
  }
  if (!printed.includes('Prospectus is ready')) throw new Error(`the server is not ready: ${printed.slice(-800)}`);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    log: () => printed,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Signs in like a browser: `call(method, path, body)` returns the parsed envelope; `headers()` is for other callers. */
export async function signIn(product, email) {
  const jar = new Map();
  let token;
  const headers = () => ({
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': decodeURIComponent(jar.get('XSRF-TOKEN') ?? ''),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  });
  const call = async (method, path, body) => {
    const form = body instanceof FormData;
    const answer = await fetch(path.startsWith('/') ? `${product.url}${path}` : `${product.url}/api/${path}`, {
      method,
      headers: { ...headers(), ...(body && !form ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name, ...rest] = cookie.split(';')[0].split('=');
      jar.set(name, rest.join('='));
    }
    const text = await answer.text();
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  };
  const codes = () => [...product.log().matchAll(new RegExp(`to=${email} .*?code=(\\d+)`, 'g'))];
  await call('GET', '/healthz');
  const known = codes().length;
  await call('POST', 'users/signin', { email, username: email, password: 'Prospectus#2026' });
  await call('POST', 'users/send-otp', { email });
  let code;
  for (let i = 0; i < 100 && !code; i++) {
    await pause(50);
    code = codes().slice(known).at(-1)?.[1];
  }
  const { result, ...rest } = await call('POST', 'users/verify-otp', { email, otp: code });
  if (!result) throw new Error(`nobody could sign in as ${email}: ${JSON.stringify(rest)}`);
  token = result.token;
  return { call, headers };
}

/** Uploads the file and starts its import; returns the job's id. */
export async function startImport({ call }, path) {
  const form = new FormData();
  form.set('file', new Blob([readFileSync(path)], { type: 'text/csv' }), basename(path));
  const answer = await call('POST', 'leads/upload-csv', form);
  if (answer.code !== 200) throw new Error(`leads/upload-csv: ${JSON.stringify(answer)}`);
  return answer.data.job_id;
}

/** The status of an import, once it satisfies `until`. */
export async function importStatus({ call }, jobId, until = (data) => !['queued', 'running'].includes(data.status)) {
  for (;;) {
    const { data, ...rest } = await call('GET', `leads/upload-csv/${jobId}`);
    if (!data) throw new Error(`leads/upload-csv/${jobId}: ${JSON.stringify(rest)}`);
    if (until(data)) return data;
    await pause(25);
  }
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
