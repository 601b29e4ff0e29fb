import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindAt } from '../../src/kinds/kind-of';
import { optionFilter } from '../../src/kinds/option-filter';
import { textOptions } from '../../src/kinds/text-options';
import { draftOf, sectionsOf } from '../../src/resources/form/form-fields';
import { resources } from '../../src/schemas/kit/all';
import { defineResource, displayOf, pluralOf } from '../../src/schemas/kit/resource';
import { parseWire } from '../../src/schemas/kit/wire';
import { listReply, readReply, writeReply } from '../../server/catalogue/answers';
import { pickFields } from '../../server/catalogue/list';
import { errorsOf } from '../../server/catalogue/validate';
import type { Context } from '../../server/context/context';
import { makeLog } from '../../server/http/log';
import { columnNames } from '../../server/store/identifiers';
import { newId } from '../../server/store/ids';
import { compileList } from '../../server/store/list-query';
import { readListRequest } from '../../server/store/list-request';
import { readSources } from '../architecture/imports';
import { actor, freshStore, type TestStore } from '../support/database';

const rooms = defineResource({
  name: 'key-rooms',
  label: 'Room key',
  plural: 'Room keys',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['room'],
    additionalProperties: false,
    properties: {
      room: { type: 'string', minLength: 1, maxLength: 20 },
      floor: { type: 'string' },
      tag: { type: 'string' },
      closed: { type: 'boolean' },
      state: { type: 'string' },
      city: { type: 'string' },
      plan: { type: 'string' },
      code: { type: 'string' },
      made: { type: 'integer' },
      guests: { type: 'integer' },
    },
  },
  columns: ['floor', 'room'],
  display: 'room',
  unique: ['floor', { fields: ['room'], unless: ['closed'] }],
  uniqueEverywhere: ['tag'],
  virtual: ['guests'],
  readOnly: ['made'],
  secret: ['code'],
  files: ['plan'],
  capped: true,
  options: { city: { of: 'cities', store: 'value', where: { state_id: '$state' } } },
  groups: [{ title: 'Where', fields: ['room', 'floor'], help: 'As on the door' }],
  messages: { room: { required: 'Which room?', maxLength: 'A room has a short name' } },
  reply: { list: 'data+totalDocuments', read: 'data[0]', create: ['id', 'room'] },
});

describe('the keys of a schema file', () => {
  it('are all in the guide, and the engine reads each', () => {
    const text = readFileSync('src/schemas/kit/resource.ts', 'utf8');
    const spec = /export interface ResourceSpec<[^{]*\{\n([\s\S]*?)\n\}/.exec(text)![1]!;
    const keys = [...spec.matchAll(/^ {2}readonly (\w+)\??:/gm)].map((match) => match[1]!);
    expect(keys.length).toBeGreaterThan(30);
    const guide = readFileSync('docs/guides/add-a-resource.md', 'utf8');
    expect(keys.filter((key) => !guide.includes(`\`${key}\``))).toEqual([]);
    const engine = readSources(['src', 'server']).filter((file) => !/^src\/(schemas\/(?!kit\/)|custom\/)/.test(file.path));
    const code = engine.map((file) => file.text).join('\n');
    const forTests = ['examples'];
    expect(keys.filter((key) => !forTests.includes(key) && !new RegExp(`\\w\\??\\.${key}\\b`).test(code))).toEqual([]);
  });

  it('give the record its display name and plural', () => {
    expect([displayOf(rooms), pluralOf(rooms)]).toEqual(['room', 'Room keys']);
  });

  it('messages: own texts by field and keyword', () => {
    expect(errorsOf(rooms, {})).toEqual([{ path: 'room', message: 'Which room?' }]);
    expect(errorsOf(rooms, { room: 'x'.repeat(21) })).toEqual([{ path: 'room', message: 'A room has a short name' }]);
  });

  it('groups: sections of the form; the other fields come last', () => {
    const [where, more] = sectionsOf(rooms, {});
    expect(where).toEqual({ title: 'Where', help: 'As on the door', fields: ['room', 'floor'], folded: false });
    expect(more).toMatchObject({ title: 'More', folded: true });
  });

  it('files, readOnly and secret: a form contains the file, but not the other two', () => {
    expect(kindAt(rooms, 'plan').kind.name).toBe('file');
    expect(draftOf(rooms, { room: 'A', plan: '/x', made: 3, code: '••••' })).toEqual({ room: 'A', plan: '/x' });
  });

  it('options: a choice by the text of another resource, filtered by another field', () => {
    const { kind, at } = kindAt(rooms, 'city');
    expect(kind.name).toBe('value-reference');
    expect(optionFilter(at, textOptions(rooms, 'city')!.where, { state: 'Goa' }).where).toEqual({ state_id: 'Goa' });
  });

  it('virtual: no column', () => {
    expect(columnNames(rooms)).not.toContain('guests');
  });

  it('reply: the shapes of the customer’s API; always the plain ones under res/', () => {
    const context = (wire: string) => ({ wire: parseWire(wire), session: { role: 1, fieldRules: [] } }) as unknown as Context;
    const [own, plain] = [context('GET rooms'), context('GET res/key-rooms')];
    const row = { id: '1', room: 'A', floor: '2' };
    const list = { rows: [row], total: 1, totalExact: true };
    expect(listReply(rooms, own, list)).toEqual({ data: [row], more: { totalDocuments: 1 } });
    expect(listReply({ ...rooms, reply: { list: 'data' } }, own, list)).toEqual({ data: [row] });
    expect(listReply({ ...rooms, reply: { list: 'data.data+count' } }, own, list)).toMatchObject({
      data: { data: [row], count: 1 },
    });
    expect(listReply(rooms, plain, list)).toMatchObject({ data: [row], count: 1 });
    expect(readReply(rooms, own, row)).toEqual({ data: [row] });
    expect(readReply(rooms, plain, row)).toEqual({ data: row });
    expect(writeReply(rooms, own, row, 'created').data).toEqual({ id: '1', room: 'A' });
    expect(writeReply({ ...rooms, reply: { create: 'row' } }, own, row, 'created').data).toEqual(row);
  });

  it('personal and secret: never in a log', () => {
    let line = '';
    const log = makeLog('info', { write: (text) => void (line = text) });
    log.info({ phone: '9876543210', user: { email: 'a@example.org', password: 'pass phrase' }, call: 'x' }, 'said');
    expect(JSON.parse(line)).toMatchObject({ phone: '***', user: { email: '***', password: '***' }, call: 'x', msg: 'said' });
  });

  it('lists.pick: the named fields, the key as id and _id', () => {
    expect(pickFields(rooms, { id: '1', room: 'A', floor: '2' }, ['_id', 'room'])).toEqual({ _id: '1', room: 'A' });
  });
});

describe('the keys that the database enforces', () => {
  const sole = defineResource({
    name: 'key-settings',
    label: 'Key setting',
    access: 'nobody',
    singleton: true,
    fields: { type: 'object', required: ['word'], additionalProperties: false, properties: { word: { type: 'string' } } },
  });
  let store: TestStore;
  beforeAll(async () => {
    store = await freshStore([...resources, rooms, sole]);
  });
  afterAll(() => store.close());
  const add = (table: 'key_rooms' | 'key_settings', tenant: string, row: Record<string, unknown>): Promise<number> =>
    store.transaction(actor(tenant), (tx) =>
      tx.insertMany(table, ['tenant_id', 'id', ...Object.keys(row)], [[tenant, newId(), ...Object.values(row)]]),
    );
  const taken = (constraint: string) => ({ code: '23505', constraint: expect.stringContaining(constraint) as string });

  it('unique: within the tenant, except for rows that `unless` leaves out', async () => {
    await add('key_rooms', 't1', { room: 'A', floor: '1' });
    await add('key_rooms', 't2', { room: 'A', floor: '1' });
    await expect(add('key_rooms', 't1', { room: 'A', floor: '2' })).rejects.toMatchObject(taken('room'));
    await expect(add('key_rooms', 't1', { room: 'B', floor: '1' })).rejects.toMatchObject(taken('floor'));
    expect(await add('key_rooms', 't1', { room: 'A', floor: '3', closed: true })).toBe(1);
  });

  it('uniqueEverywhere: across all tenants, ignoring case', async () => {
    await add('key_rooms', 't1', { room: 'T1', tag: 'Red' });
    await expect(add('key_rooms', 't2', { room: 'T2', tag: 'rED' })).rejects.toMatchObject(taken('everywhere_tag'));
  });

  it('singleton: one row per tenant, whose required fields may be empty at first', async () => {
    await add('key_settings', 't1', {});
    await add('key_settings', 't2', { word: 'x' });
    await expect(add('key_settings', 't1', { word: 'y' })).rejects.toMatchObject(taken('one'));
  });

  it('capped: counting stops after 10,000 unless it must be exact', async () => {
    const rows = Array.from({ length: 10_050 }, (_, n) => ['t3', newId(), `R${n}`]);
    await store.transaction(actor('t3'), (tx) => tx.insertMany('key_rooms', ['tenant_id', 'id', 'room'], rows));
    const count = async (resource: typeof rooms, query: Record<string, unknown>) => {
      const page = await store.transaction(actor('t3'), (tx) =>
        compileList(resource).page(tx, 't3', readListRequest(resource, { _end: '5', ...query })),
      );
      return [page.total, page.totalExact];
    };
    expect(await count(rooms, {})).toEqual([10_001, false]);
    expect(await count(rooms, { count: 'exact' })).toEqual([10_050, true]);
    expect(await count({ ...rooms, capped: false }, {})).toEqual([10_050, true]);
    const { capped: _, ...usual } = rooms;
    expect(await count(usual, {})).toEqual([10_001, false]);
    expect(await count(usual, { id_ne: 'x' })).toEqual([10_001, false]);
    expect(await count(rooms, { id_ne: 'x' })).toEqual([2001, false]);
  });
});
