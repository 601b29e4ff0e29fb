import type { Wire } from '../../src/schemas/kit/wire';
import type { Tx } from '../store/store';
import type { StoredBytes } from './file-store';
import type { Services } from './services';
import type { Session } from './session';

export interface RequestInfo {
  readonly id: string;
  readonly ip: string;
  readonly agent: string;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it came, of the addresses of providers' reports: a signature is over these bytes. */
  rawBody?: string;
}

/** A write that may arrive twice (D-052): the key the client gave, else its content within five seconds (TRUST-R1). */
export interface Once {
  readonly key: string;
  readonly hash: string;
  readonly seconds: number;
}

/** A file that came inside JSON. */
export interface SentFile {
  readonly bytes: Buffer;
  /** One copy for each time it was sent, because each row has its own bytes. */
  readonly stored: readonly StoredBytes[];
}

/** A request's values by name; their types are unknown until validated. */
export type Sent = Readonly<Record<string, unknown>>;

/** What filling in a record asks for: a call's context is one. */
export interface Saver {
  readonly tx: Tx;
  readonly session: Pick<Session, 'userId' | 'tenantId' | 'role' | 'scope' | 'timezone'>;
  readonly services: Pick<Services, 'now'>;
}

/** One call: who, with what, inside which transaction. */
export interface Context {
  readonly services: Services;
  readonly session: Session;
  readonly tx: Tx;
  /** The wire that matched the request: one operation may have several addresses with answers of different shape. */
  readonly wire: Wire;
  /** The placeholders of the path by the wire's names (`{id}`, `{_id}`, `{leadId}`). */
  readonly params: Readonly<Record<string, string>>;
  /**
   * Calls: query and body after validation, defaults filled, texts converted by type. Resources: as sent, by the wire's names;
   * the catalogue converts and validates. A write with GET has its draft in `query`, any other in `body`.
   */
  readonly query: Sent;
  readonly body: Sent;
  readonly request: RequestInfo;
  /** The uploaded file of a multipart call, on disk while the call runs. */
  readonly upload?: {
    /** The name of its part. */
    readonly field: string;
    readonly path: string;
    readonly name: string;
    readonly mime: string;
    readonly size: number;
    readonly sha256: string;
    /** Its bytes in the store, without a row; null for a drawing that is none, and where nobody is signed in. */
    readonly stored: StoredBytes | null;
  };
  /** The files that the body carries as data URLs, by their text; in the store, without a row. */
  readonly sent?: ReadonlyMap<string, SentFile>;
  /** A job writes the record as one of many: a bulk change, its undo, an import. */
  readonly inBulk?: true;
  /** The write takes back a change: it may bring back what a new change may not say any more, such as a time that is past by now. */
  readonly undoes?: {
    /** The job that made the change. */
    readonly job: string;
  };
  /** Runs once the transaction is committed, before the answer leaves. */
  afterCommit(work: () => void | Promise<void>): void;
}

/** A call marked `outside` opens its own transactions; it has a session unless its access is public. */
export type OutsideContext = Omit<Context, 'session' | 'tx'> & {
  readonly session: Session | null;
  /** Of a public write that says what it is: a handler that finds out whose it is keeps the answer (context/once). */
  readonly again?: Once | undefined;
};

/**
 * The envelope's members; `code` 200 unless said. `raw` answers bytes instead, with `code` as the HTTP status; `cookies` and
 * `headers` go with either.
 */
export interface Reply {
  readonly code?: number;
  readonly message?: string;
  readonly data?: unknown;
  readonly count?: number;
  readonly more?: Readonly<Record<string, unknown>>;
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly raw?: { readonly body: Buffer | NodeJS.ReadableStream | string; readonly type: string };
}

/** A refusal that is answered, not thrown: what the call counted or wrote has to be committed. */
export type Refused = Reply & { readonly code: number; readonly data?: undefined };

/** Bytes instead of the envelope, where a call can answer both. */
export type Bytes = Reply & { readonly raw: NonNullable<Reply['raw']>; readonly data?: undefined };

export type Handler = (context: Context) => Promise<Reply>;
/** Does slow reading before the transaction starts, and returns the handler that continues in it (TRUST-S35). */
export interface StagedHandler {
  before(context: Omit<Context, 'tx' | 'afterCommit'>): Promise<Handler>;
}
export type OutsideHandler = (context: OutsideContext) => Promise<Reply>;
/** A file of server/calls exports one object `handlers` of this type: call name (or 'resource.action') to handler. */
export type Handlers = Readonly<Record<string, Handler | OutsideHandler | StagedHandler>>;
