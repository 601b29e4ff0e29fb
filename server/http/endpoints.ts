import { narrowed, specOf, type Access, type Operation, type Rule } from '../../src/schemas/kit/access';
import { isRecord } from '../../src/schemas/kit/is-record';
import type { CallSpec, Shape } from '../../src/schemas/kit/call';
import type { Field } from '../../src/schemas/kit/field';
import { wiresOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import { SchemaFault } from '../../src/schemas/kit/schema-fault';
import { keyNames, namesKey, parseWire, type Method, type Wire } from '../../src/schemas/kit/wire';
import type { Handler, Handlers, OutsideHandler, StagedHandler } from '../context/context';

/** One operation at one address: what the dispatcher needs to know about it. */
export interface Endpoint {
  /** Call name or 'resource.operation'. */
  readonly name: string;
  readonly wire: Wire;
  readonly method: Method;
  readonly access: Access;
  readonly operation: Exclude<Operation, 'open'>;
  readonly handler: Handler | OutsideHandler | StagedHandler;
  /** Hand-made calls: their shapes are checked before the handler; resources check their own drafts. */
  readonly call?: CallSpec;
  /** The POST form of a GET that writes (D-051). */
  readonly twin: boolean;
  readonly multipart: boolean;
  /** Largest file in bytes. */
  readonly fileLimit?: number;
  /** The values of a body that may be files as data URLs. */
  readonly filesIn?: (values: Readonly<AnyRow>) => readonly unknown[];
  /** How often a tenant may make it in 24 hours. */
  readonly perDay?: number | undefined;
}
export type ResourceHandlers = Readonly<Record<string, Handler | undefined>>;
/** Generic calls of a resource: by operation, and `list:<name>` for its further lists. */
export type HandlersOf = (resource: AnyResource) => ResourceHandlers;

const operations = ['list', 'read', 'create', 'update', 'status', 'delete'] as const;
const MiB = 1024 * 1024;
const largestFile = 10 * MiB;
const fileLimitOf = (resource: AnyResource): number =>
  resource.largestFile === undefined ? largestFile : resource.largestFile * MiB;
/** Further calls of every record, if the operation they belong to exists. */
const extras = {
  // D-002: what the audit holds is for staff.
  history: { as: 'read', of: 'read', method: 'GET', at: '/{id}/history', staff: true },
  usage: { as: 'read', of: 'delete', method: 'GET', at: '/{id}/usage' },
  dashboard: { as: 'list', of: 'list', method: 'GET', at: '/dashboard' },
  duplicate: { as: 'create', of: 'create', method: 'POST', at: '/{id}/duplicate' },
  upload: { as: 'create', of: 'create', method: 'POST', at: '/upload', multipart: true },
  // The administrator's, for 30 days.
  deleted: { as: 'list', of: 'delete', method: 'GET', at: '/deleted', rule: 'role 1' },
  restore: { as: 'delete', of: 'delete', method: 'POST', at: '/{id}/restore', rule: 'role 1' },
} as const satisfies Record<
  string,
  { as: string; of: string; method: string; at: string; rule?: Rule; multipart?: true; staff?: true }
>;
export const isWrite = (endpoint: Pick<Endpoint, 'operation'>): boolean =>
  !['list', 'read', 'export'].includes(endpoint.operation);

/** The endpoints if none is missing; else throws and stops the start. */
export function allHandled({ endpoints, missing }: { endpoints: Endpoint[]; missing: readonly string[] }): Endpoint[] {
  if (!missing.length) return endpoints;
  const lines = missing.map(
    (name) =>
      `src/schemas declares '${name}' but it has no handler; write handlers = { '${name}': … } in a file of server/calls, or of handlers in an extension`,
  );
  throw new SchemaFault([...new Set(lines)].join('\n'));
}

/** Every endpoint of the schema files, and the names of those without a handler. */
export function endpointsOf(
  calls: readonly CallSpec[],
  resources: readonly AnyResource[],
  handlers: Handlers,
  handlersOf: HandlersOf,
): { endpoints: Endpoint[]; missing: string[] } {
  const endpoints: Endpoint[] = [];
  const missing: string[] = [];
  const add = (
    one: Omit<Endpoint, 'wire' | 'method' | 'twin' | 'handler'>,
    wires: readonly string[],
    handler?: Endpoint['handler'],
  ) => {
    if (!handler) {
      if (wires.length) missing.push(one.name);
      return;
    }
    for (const text of wires) {
      const wire = parseWire(text);
      for (const method of wire.methods) endpoints.push({ ...one, handler, wire, method, twin: false });
      if (isWrite(one) && wire.methods.includes('GET') && !wire.methods.includes('POST'))
        endpoints.push({ ...one, handler, wire, method: 'POST', twin: true });
    }
  };

  for (const call of calls)
    add(
      {
        name: call.name,
        access: call.access,
        operation: call.as,
        call,
        multipart: call.multipart ?? false,
        ...(call.files ? { filesIn: (values) => valuesAt(values, call.files!) } : {}),
        perDay: call.perDay,
      },
      [call.wire].flat(),
      handlers[call.name],
    );
  for (const resource of resources) {
    const generic = handlersOf(resource);
    for (const operation of operations) {
      const name = `${resource.name}.${operation}`;
      // A resource with files takes one as a part of the draft; server/files/file-field keeps it.
      const takesFile = (operation === 'create' || operation === 'update') && Boolean(resource.files?.length);
      add(
        {
          name,
          access: resource.access,
          operation,
          multipart: takesFile,
          ...(takesFile
            ? { fileLimit: largestFile, filesIn: (values) => resource.files!.flatMap((field) => values[field]) }
            : {}),
          perDay: operation === 'create' ? resource.createPerDay : undefined,
        },
        wiresOf(resource, operation),
        handlers[name] ?? generic[operation],
      );
    }
    for (const [extra, { as, of, method, at, ...own }] of Object.entries(extras)) {
      const wires = generic[extra] && wiresOf(resource, of).length ? [`${method} res/${resource.name}${at}`] : [];
      const access =
        'rule' in own ? narrowed(resource.access, as, own.rule) : 'staff' in own ? ofStaff(resource.access, as) : resource.access;
      const multipart = 'multipart' in own;
      add(
        {
          name: `${resource.name}.${extra}`,
          access,
          operation: as,
          multipart,
          ...(multipart ? { fileLimit: fileLimitOf(resource) } : {}),
          perDay: extra === 'duplicate' ? resource.createPerDay : undefined,
        },
        wires,
        generic[extra],
      );
    }
    for (const [list, spec] of Object.entries(resource.lists ?? {})) {
      const name = `${resource.name}.${list}`;
      const access = narrowed(resource.access, 'list', spec.access);
      add({ name, access, operation: 'list', multipart: false }, [spec.wire], handlers[name] ?? generic[`list:${list}`]);
    }
    for (const [action, spec] of Object.entries(resource.actions ?? {})) {
      const name = `${resource.name}.${action}`;
      const access = narrowed(resource.access, spec.as, spec.access);
      const one = { name, access, operation: spec.as, multipart: spec.multipart ?? false, perDay: spec.perDay };
      add(one, [spec.wire], handlers[name]);
    }
  }
  // Where there is a call by POST at the address of a GET that writes, that one is it (D-051: sync-voice-list).
  const posts = new Set(endpoints.filter((one) => one.method === 'POST' && !one.twin).map((one) => one.wire.path));
  return { endpoints: endpoints.filter((one) => !one.twin || !posts.has(one.wire.path)), missing };
}

/** What is at 'photo', or in each item at 'files.img'. */
function valuesAt(values: Readonly<AnyRow>, path: string): readonly unknown[] {
  const [name, inner] = path.split('.');
  const found: unknown[] = [values[name!]].flat();
  return inner === undefined ? found : found.map((one) => (isRecord(one) ? one[inner] : undefined));
}

/** Endpoints that share method and path, distinguished by constants and the presence of a key. Throws when they cannot be. */
export function groupsOf(endpoints: readonly Endpoint[]): Map<string, Endpoint[]> {
  const groups = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const address = `${endpoint.method} ${endpoint.wire.path.replaceAll(/\{[^}]+\}/g, '{}')}`;
    const group = groups.get(address) ?? [];
    const same = group.find((other) => signature(other) === signature(endpoint));
    if (same) throw new SchemaFault(`${address} is claimed twice: by ${same.name} and by ${endpoint.name}`);
    groups.set(address, [...group, endpoint]);
  }
  return groups;
}

/** Which of the group the request means; undefined if a required constant is missing. */
export function pick(group: readonly Endpoint[], given: Readonly<AnyRow>): Endpoint | undefined {
  if (group.length === 1) return group[0];
  const fitting = group.filter((one) =>
    [...one.wire.query, ...one.wire.body].every((item) => item.constant === undefined || given[item.name] === item.constant),
  );
  const withKey = keyNames.some((name) => given[name] !== undefined && given[name] !== '');
  return fitting.find((one) => namesKey(one.wire) === withKey) ?? fitting[0];
}

function signature({ wire }: Endpoint): string {
  const constants = [...wire.query, ...wire.body].filter((item) => item.constant !== undefined);
  return `${namesKey(wire)} ${constants
    .map((item) => `${item.name}=${item.constant}`)
    .sort()
    .join('&')}`;
}

/** The same right, for staff alone. */
function ofStaff(access: Access, operation: Endpoint['operation']): Access {
  const spec = specOf(access);
  return { ...spec, staff: true, ...((spec[operation] ?? spec.rule) === 'signed-in' ? { [operation]: 'org' } : {}) };
}

/** The shape of a query that the call does not describe: the names of its wire. */
export function queryShape(call: CallSpec, wire: Wire): Shape {
  if (call.query) return call.query;
  const entries = wire.query.map((item): [string, Field] => [
    item.name,
    item.list ? { type: 'array', items: { type: 'string', maxLength: 300 } } : { type: 'string', maxLength: 4000 },
  ]);
  return { type: 'object', properties: Object.fromEntries(entries) };
}
