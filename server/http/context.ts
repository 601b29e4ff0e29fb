import type { Sql } from 'sql-template-tag';
import type { Problem } from '../../src/schemas/kit/problem';
import type { Who } from '../../src/schemas/kit/access';
import type { Store, Tx } from '../store/store';
import type { Config } from '../config';
import type { Jobs } from '../jobs/jobs';
import type { Channels } from '../channels/channels';
import type { FileStore, KeptBytes } from '../files/file-store';
import type { Outbound } from '../outbound/outbound';
import type { Secrets } from '../store/secrets';
import type { Limits } from './limits';
import type { Once } from './once';
import type { Pressure } from './pressure';
import type { Wire } from '../../src/schemas/kit/wire';

/** Which leads a user may touch (D-001, D-023): the whole tenant, or those owned by one of these users. */
export type DataScope = 'tenant' | { readonly userIds: readonly string[] };

/** The signed-in user as the server knows it; permissions are at most 60 s old (D-017). */
export interface Session extends Who {
  readonly userId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly email: string;
  readonly roleName: string;
  readonly jti: string;
  readonly tokenVersion: number;
  /** Seconds since 1970. */
  readonly exp: number;
  readonly scope: DataScope;
  /** IANA name of the tenant's zone; day boundaries are its own (D-055). */
  readonly timezone: string;
  /** Set when an API key made the call: the rights are its owner's, within its scopes. */
  readonly apiKey?: ApiKeyHolder;
}
export interface ApiKeyHolder {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly publisherId: string | null;
}

export interface RequestInfo {
  readonly id: string;
  readonly ip: string;
  readonly agent: string;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it came, of addresses under /api/whatsapp/webhook/: a signature is over these bytes. */
  rawBody?: string;
}

/** What every handler may use beside the request. One object per process, made in app.ts. */
export interface Services {
  readonly config: Config;
  readonly store: Store;
  readonly jobs: Jobs;
  readonly channels: Channels;
  readonly files: FileStore;
  readonly secrets: Secrets;
  readonly limits: Limits;
  readonly pressure: Pressure;
  /** The one way to an address outside: public addresses alone (TRUST-S16). */
  readonly outbound: Outbound;
  /** Server time; tests set it. */
  readonly now: () => Date;
  readonly log: {
    info(data: object, message: string): void;
    warn(data: object, message: string): void;
    error(data: object, message: string): void;
  };
}

/** A file that came inside JSON. */
export interface SentFile {
  readonly bytes: Buffer;
  readonly kept: KeptBytes;
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
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
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
    readonly kept: KeptBytes | null;
  };
  /** The files that the body carries as data URLs, by their text; in the store, without a row. */
  readonly sent?: ReadonlyMap<string, SentFile>;
  /** Runs once the transaction is committed, before the answer leaves. */
  afterCommit(work: () => void | Promise<void>): void;
}

/** A call marked `outside` opens its own transactions; it has a session unless its access is public. */
export type OutsideContext = Omit<Context, 'session' | 'tx'> & {
  readonly session: Session | null;
  /** Of a public write that says what it is: a handler that finds out whose it is keeps the answer (http/once). */
  readonly again?: Once | undefined;
};

/** The envelope's members; `code` 200 unless said. `raw` answers bytes instead, with `code` as the HTTP status; `cookies` and `headers` go with either. */
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

export type Handler = (context: Context) => Promise<Reply>;
/** Reads what may take long before the transaction begins, and answers the handler that goes on in it (TRUST-S35). */
export interface StagedHandler {
  before(context: Omit<Context, 'tx' | 'afterCommit'>): Promise<Handler>;
}
export type OutsideHandler = (context: OutsideContext) => Promise<Reply>;
/** A file of server/calls exports one object `handlers` of this type: call name (or 'resource.action') to handler. */
export type Handlers = Readonly<Record<string, Handler | OutsideHandler | StagedHandler>>;

/** What a resource does beyond the generic calls; server/hooks/<resource>.ts exports one object `hooks` of this type. */
export interface Hooks {
  /** A create or update that is refused: the Problem to answer instead, for calls whose refusals have words or members of their own. */
  refused?(problem: Problem, values: Readonly<Record<string, unknown>>, operation: 'create' | 'update'): Problem;
  /** May change or refuse a valid draft before it is stored; throws Problem to refuse. A StandIn instead stores nothing. */
  beforeCreate?(draft: Record<string, unknown>, context: Context): Promise<Record<string, unknown> | StandIn>;
  /** `patch` holds the changed fields, `before` the stored record. */
  beforeUpdate?(
    patch: Record<string, unknown>,
    before: Record<string, unknown>,
    context: Context,
  ): Promise<Record<string, unknown>>;
  beforeDelete?(row: Record<string, unknown>, context: Context): Promise<void>;
  /** In the same transaction, after the row is written. `before` is null on create. */
  afterWrite?(row: Record<string, unknown>, before: Record<string, unknown> | null, context: Context): Promise<void>;
  /**
   * Fills virtual fields of the rows about to be answered, after `_labels` were put on them: one statement for all rows, none
   * in a list whose columns do not show them (a list has three statements).
   */
  present?(rows: Record<string, unknown>[], context: Context, of: 'list' | 'read'): Promise<Record<string, unknown>[]>;
  /**
   * Virtual yes/no fields: each a select of one column, the keys (of those given) for which it is true. They ride in the
   * statement of the labels, so a list stays within three.
   */
  readonly marks?: Readonly<Record<string, (keys: readonly (string | number)[], context: Context) => Sql>>;
  /** Query names of the list beside those that the schema's `filter` gives; `listWhere` reads them from the query as sent. */
  readonly listQuery?: readonly string[];
  /** A further predicate of the list and its count. Columns stand unqualified, or behind the table's own quoted name. */
  listWhere?(query: Readonly<Record<string, unknown>>, context: Context): Sql | undefined;
  /** Rows that this page of the list may show beside those of the scope; exports and bulk work keep to the scope. */
  alsoListed?(query: Readonly<Record<string, unknown>>, context: Context): Sql | undefined;
}

/** The draft is a record that exists already (a re-enquiry): the create answers that one, or its id alone outside the scope. */
export class StandIn {
  constructor(readonly id: string | number) {}
}
