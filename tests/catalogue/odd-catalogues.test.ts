import { afterAll, beforeAll, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { defineResource, type AnyResource } from '../../src/schemas/kit/resource';
import { catalogueHandlers } from '../../server/catalogue/catalogue';
import { derivedValues } from '../../server/catalogue/derived-values';
import { recordIn, recordsIn } from '../../src/schemas/kit/is-record';
import { writeLine } from '../../server/imports/resource-chunk';
import { readResourceRow } from '../../server/imports/resource-row';
import { contextOf, handle, makeTenant, type Someone } from '../catalogue/act';
import { actor, freshStore, type TestStore } from '../support/database';

/** A room is taken by one guest at a time; those who left stay in the list. */
const roomGuests = defineResource({
  name: 'room-guests',
  label: 'Room guest',
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['room', 'guest'],
    additionalProperties: false,
    properties: {
      room: { type: 'string', maxLength: 20 },
      guest: { type: 'string', maxLength: 80 },
      left_on: { type: 'string', format: 'date' },
      seen_at: { type: 'string', format: 'date-time' },
    },
  },
  unique: [{ fields: ['room'], unless: ['left_on'] }],
  columns: ['guest', 'room'],
});
const guests: AnyResource = roomGuests;
/** Amounts that nobody types, and a list of numbers that says who sees the row. */
const bills: AnyResource = defineResource({
  name: 'odd-bills',
  label: 'Odd bill',
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', maxLength: 80 },
      price: { type: 'number' },
      discount: { type: 'number' },
      total: { type: 'number' },
      yen: { type: 'number' },
      branches: { type: 'array', items: { type: 'integer' } },
      lines: { type: 'array', items: { type: 'object', properties: { price: { type: 'number' }, tax: { type: 'number' } } } },
    },
  },
  computed: { total: 'price * (1 - discount / 100)', yen: 'price / 3', 'lines.*.tax': 'price * 0.18' },
  readOnly: ['total', 'yen', 'lines.*.tax'],
  rows: {
    read: {
      any: [
        { field: 'branches', in: [7] },
        { field: 'branches', is: { my: 'custom.branch' } },
      ],
    },
  },
  ui: {
    total: { widget: 'currency' },
    yen: { widget: 'currency', code: 'JPY' },
    lines: { rows: { tax: { widget: 'currency' } } },
  },
  columns: ['name'],
});
let store: TestStore;
let admin: Someone;
beforeAll(async () => {
  store = await freshStore([...resources, guests, bills]);
  admin = await makeTenant(store, 'NORTH');
});
afterAll(() => store.close());

const headers = ['Room', 'Guest', 'Left on', 'Seen at'];
const mapping = { Room: 'room', Guest: 'guest', 'Left on': 'left_on', 'Seen at': 'seen_at' };
const line = (...cells: string[]) =>
  store.transaction(actor(admin.tenantId, admin.userId), async (tx) => {
    const read = readResourceRow(guests, headers, mapping, false, { line: 2, cells }, 'Asia/Kolkata');
    return writeLine(guests, guests, read, {}, contextOf(store, admin, tx, {}));
  });
const stored = (): Promise<unknown[]> => store.admin(`select "guest", "room", "left_on" from "room_guests" order by "guest"`);

it('a row finds the record that a unique rule with unless holds to, not one that it leaves out', async () => {
  expect(await line('7', 'Asha', '2026-05-01')).toMatchObject({ outcome: 'created' });
  expect(await line('7', 'Bina')).toMatchObject({ outcome: 'created' });
  expect(await line('7', 'Chitra', '2026-04-01')).toMatchObject({ outcome: 'created' });
  expect(await line('7', 'Bina K')).toMatchObject({ outcome: 'updated' });
  expect(await stored()).toEqual([
    { guest: 'Asha', room: '7', left_on: '2026-05-01' },
    { guest: 'Bina K', room: '7', left_on: null },
    { guest: 'Chitra', room: '7', left_on: '2026-04-01' },
  ]);
});

it("a time without a zone, as an export writes it, is of the organisation's zone", () => {
  const read = (text: string) =>
    readResourceRow(guests, headers, mapping, false, { line: 2, cells: ['', '', '', text] }, 'Asia/Kolkata');
  expect(read('2026-03-12 09:30').values['seen_at']).toBe('2026-03-12T04:00:00.000Z');
  expect(read('12/03/2026 2:15 pm').values['seen_at']).toBe('2026-03-12T08:45:00.000Z');
  expect(read('2026-03-12T09:30:00Z').values['seen_at']).toBe('2026-03-12T09:30:00Z');
  expect(read('soon').wrong?.reason).toBe('Seen at is not a time such as 2026-03-12 09:30 or 2026-03-12T09:30:00Z');
});

it('a calculated amount is rounded to what its currency has', async () => {
  const record = { name: 'A', price: 33.33, discount: 15, lines: [{ price: 10.55 }, { price: 0.125 }] };
  const values = await store.transaction(actor(admin.tenantId, admin.userId), (tx) =>
    derivedValues(bills, record, null, contextOf(store, admin, tx, {})),
  );
  expect(values).toEqual({
    total: 28.33,
    yen: 11,
    lines: [
      { price: 10.55, tax: 1.9 },
      { price: 0.125, tax: 0.02 },
    ],
  });
});

it('a rule about rows finds a number in a list, by the file and by the person', async () => {
  await store.transaction(actor(admin.tenantId, admin.userId), (tx) =>
    tx.insertMany(
      'users',
      ['tenant_id', 'id', 'name', 'email', 'role', 'type', 'custom'],
      [[admin.tenantId, 'desk', 'Desk', 'desk@north.example', 4, 'org', '{"branch":12}']],
    ),
  );
  const { create, list } = catalogueHandlers(bills);
  const add = (name: string, branches: number[]) =>
    handle(store, admin, create!, { wire: 'POST res/odd-bills', body: { name, branches } });
  for (const [name, branches] of [
    ['Seven', [3, 7]],
    ['Twelve', [12]],
    ['Seventy', [70]],
    ['None', []],
  ] as const)
    await add(name, [...branches]);
  const seen = await handle(store, { ...admin, userId: 'desk', role: 4 }, list!, {
    wire: 'GET res/odd-bills',
    query: { _sort: 'created_at' },
  });
  expect(
    recordsIn(seen.data)
      .map((row) => row['name'])
      .toSorted(),
  ).toEqual(['Seven', 'Twelve']);
});

it('a record can be saved after a field of its rows or its object is gone', async () => {
  const withRows = (inner: AnyResource['fields']['properties']): AnyResource => ({
    ...bills,
    fields: {
      ...bills.fields,
      properties: {
        ...bills.fields.properties,
        lines: { type: 'array', items: { type: 'object', additionalProperties: false, properties: inner } },
      },
    },
    computed: {},
    readOnly: [],
    ui: {},
  });
  const before = catalogueHandlers(withRows({ price: { type: 'number' }, old: { type: 'string' } }));
  const after = catalogueHandlers(withRows({ price: { type: 'number' } }));
  const made = await handle(store, admin, before['create']!, {
    wire: 'POST res/odd-bills',
    body: { name: 'Rows', lines: [{ price: 1, old: 'x' }] },
  });
  const at = { wire: 'GET|PATCH res/odd-bills', params: { id: String(recordIn(made.data)['id']) } };
  expect(recordIn((await handle(store, admin, after['read']!, at)).data)['lines']).toEqual([{ price: 1 }]);
  const saved = await handle(store, admin, after['update']!, { ...at, body: { name: 'Rows 2', lines: [{ price: 1 }] } });
  expect(recordIn(saved.data)).toMatchObject({ name: 'Rows 2', lines: [{ price: 1 }] });
  expect(
    recordIn((await handle(store, admin, after['update']!, { ...at, body: { lines: [{ price: 2 }] } })).data)['lines'],
  ).toEqual([{ price: 2 }]);
});
