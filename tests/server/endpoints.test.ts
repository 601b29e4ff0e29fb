import { describe, expect, it } from 'vitest';
import { collectEndpoints } from '../../server/app';
import { collectHandlers } from '../../server/calls/all';
import { allHandled, endpointsOf, groupsOf, pick, type Endpoint } from '../../server/http/endpoints';
import { calls, resources } from '../../src/schemas/kit/all';
import { defineCall } from '../../src/schemas/kit/call';
import { parseWire } from '../../src/schemas/kit/wire';

const handler = async () => ({});
const made = (...wires: string[]): Endpoint[] =>
  endpointsOf(
    wires.map((wire, i) => defineCall({ name: `c${i}`, wire, access: 'signed-in', as: i === 1 ? 'update' : 'create' })),
    [],
    Object.fromEntries(wires.map((_, i) => [`c${i}`, handler])),
    () => ({}),
  ).endpoints;

describe('endpoints', () => {
  it('no two schema files claim the same address', () => {
    expect(() => groupsOf(collectEndpoints().endpoints)).not.toThrow();
  });

  it('every call and every action has a handler, and every handler is used', () => {
    const known = new Set([
      ...calls.map((call) => call.name),
      ...resources.flatMap((resource) => Object.keys(resource.actions ?? {}).map((action) => `${resource.name}.${action}`)),
      ...resources.flatMap((resource) =>
        ['list', 'read', 'create', 'update', 'status', 'delete', ...Object.keys(resource.lists ?? {})].map(
          (one) => `${resource.name}.${one}`,
        ),
      ),
    ]);
    expect(Object.keys(collectHandlers()).filter((name) => !known.has(name))).toEqual([]);
    expect(collectEndpoints().missing).toEqual([]);
  });

  it('the server does not start if an action of a schema file has no handler', () => {
    const found = endpointsOf(
      [defineCall({ name: 'lost', wire: 'POST lost', access: 'signed-in', as: 'create' })],
      [],
      {},
      () => ({}),
    );
    expect(() => allHandled(found)).toThrow("src/schemas declares 'lost' but it has no handler; write handlers = { 'lost': … }");
    expect(allHandled({ ...found, missing: [] })).toEqual([]);
  });

  it('tells two operations of one address apart by the key', () => {
    const group = groupsOf(made('POST create/custome-field', 'POST create/custome-field@id')).get('POST create/custome-field')!;
    expect(pick(group, { label: 'x' })?.name).toBe('c0');
    expect(pick(group, { label: 'x', id: 'y' })?.name).toBe('c1');
    expect(pick(group, { label: 'x', id: '' })?.name).toBe('c0');
  });

  it('refuses two claims that cannot be told apart, whatever the names of their placeholders', () => {
    expect(() => groupsOf(made('POST a/{id}', 'POST a/{_id}'))).toThrow(/POST a\/\{\} is claimed twice: by c0 and by c1/);
  });

  it("treats a call's own POST as the twin of a GET that writes at the same address", () => {
    const groups = groupsOf(made('GET a', 'POST a'));
    expect([...groups.values()].flat().map((one) => `${one.name} ${one.method} ${one.twin}`)).toEqual([
      'c0 GET false',
      'c1 POST false',
    ]);
  });

  it('keeps a declared POST along with the GET instead of a twin', () => {
    const endpoints = made('POST|GET sync-voice-list');
    expect(endpoints.map((one) => `${one.method} ${one.twin}`)).toEqual(['POST false', 'GET false']);
    expect(parseWire('POST|GET sync-voice-list').methods).toEqual(['POST', 'GET']);
  });
});
