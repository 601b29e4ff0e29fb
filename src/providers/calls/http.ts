import { isRecord } from '../../schemas/kit/is-record';
import { fieldErrors, Problem, problem } from '../../schemas/kit/problem';
import { showToast } from '../../ui/toasts/plain-toasts';
import { knowServerTime } from '../../ui/time/server-clock';
import { noteBuild } from '../screens/build';
import { newKey } from './new-key';
import { rememberEarlyRead, takeEarlyAnswer, takeEarlyRead } from '../screens/early-reads';
import { askSecondFactor } from '../session/second-factor';
import { currentSession, currentToken, endIfExpired, endSession } from '../session/session';

export interface RequestOptions {
  readonly method?: string;
  /** Sent as JSON; a FormData as multipart. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** 'keep': only the caller is notified of a 401, and the session continues. */
  readonly session?: 'keep';
  /** The request goes out although the page is being left. */
  readonly keepalive?: boolean;
  /** One of the page's first reads: the next visit requests it before the code has loaded. Never for a call that writes. */
  readonly early?: boolean;
}
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

export const forgedMessage = 'Your session could not be verified. Please try again.';

/**
 * One call of the API; `path` is relative to its root. Throws a Problem with the server's message for a status of 400 or above,
 * and the error of fetch if the server cannot be reached. The caller checks the envelope's own `code`.
 */
export async function request(path: string, options: RequestOptions = {}): Promise<Answer> {
  if (options.session !== 'keep' && endIfExpired()) throw problem(401, 'Please sign in again.');
  let answer = await send(path, options);
  // D-050: the refusal set a new cookie, so the call is repeated once.
  if (answer.status === 403 && messageOf(answer.body) === forgedMessage) answer = await send(path, options);
  if (answer.status === 403 && wantsSecondFactor(answer.body) && (await askSecondFactor())) answer = await send(path, options);
  if (answer.status < 400) return answer;
  const failure = failureOf(answer);
  if (answer.status === 401 && options.session !== 'keep') signedOut(failure.message);
  throw failure;
}

/** The server's message, otherwise the status text, with field errors and the other members. */
function failureOf({ status, body, statusText }: Answer & { statusText?: string }) {
  const { code: _, message, errors, ...more } = isRecord(body) ? body : {};
  const text = typeof message === 'string' && message ? message : statusText || 'Some Error';
  return new Problem(status, text, fieldErrors(errors), more);
}

let lastRefusal = { message: '', at: -Infinity };

/** Shows the server's message, up to once in 2 s, then ends the session. */
function signedOut(message: string): void {
  const now = Date.now();
  if (message !== lastRefusal.message || now - lastRefusal.at >= 2000) {
    showToast('error', message);
    lastRefusal = { message, at: now };
  }
  endSession({ comeBack: true });
}

async function send(path: string, options: RequestOptions): Promise<Answer & { statusText: string }> {
  const { method = 'GET', body, signal, headers, keepalive } = options;
  const response =
    // a list requested by POST has its page number in the body, not in the URL
    (options.early && method === 'GET' && (await earlyAnswer(path))) ||
    (await fetch(`/api/${path.replace(/^\//, '')}`, {
      method,
      credentials: 'include',
      headers: {
        ...ownHeaders(),
        ...(body instanceof FormData
          ? { 'Idempotency-Key': keyOf(body) }
          : body === undefined
            ? {}
            : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    }));
  noteBuild(response.headers.get('x-build'));
  knowServerTime(response.headers.get('date'));
  return { status: response.status, statusText: response.statusText, headers: response.headers, body: await read(response) };
}

const keys = new WeakMap<FormData, string>();
/** A form with a file is one write, however often it is sent (D-052). */
function keyOf(form: FormData): string {
  const key = keys.get(form) ?? newKey();
  keys.set(form, key);
  return key;
}

/**
 * The answer to a GET that was requested before the code had loaded, if it has arrived; the next visit will request it early too.
 */
export function requestedEarly(path: string): Answer | undefined {
  const user = currentSession()?.user.id;
  const answer = user === undefined || endIfExpired() ? undefined : takeEarlyAnswer(path);
  if (answer) rememberEarlyRead(path, user!);
  return answer;
}

function earlyAnswer(path: string): Promise<Response | undefined> {
  const user = currentSession()?.user.id;
  if (user !== undefined) rememberEarlyRead(path, user);
  return takeEarlyRead(path);
}

/** The headers of every call: the user's token, and the proof that this page sent it. */
export function ownHeaders(): Record<string, string> {
  const token = currentToken();
  return {
    Accept: 'application/json',
    'X-XSRF-TOKEN': cookie('XSRF-TOKEN') ?? '',
    ...(token ? { Authorization: `Bearer ${token}`, 'Cache-Control': 'no-cache', Pragma: 'no-cache' } : {}),
  };
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text ? (JSON.parse(text) as unknown) : {};
  } catch {
    return {}; // a proxy's error page is not our answer, so only its status is used
  }
}

/** Exactly as in the cookie: the server compares header and cookie. */
function cookie(name: string): string | undefined {
  return document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}
const wantsSecondFactor = (body: unknown): boolean => isRecord(body) && body['second_factor'] === 'required';
const messageOf = (body: unknown): unknown => (isRecord(body) ? body['message'] : undefined);
