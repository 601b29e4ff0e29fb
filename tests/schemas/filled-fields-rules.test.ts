import { expect, it } from 'vitest';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { checkTogether } from '../../src/schemas/kit/check-together';
import { allRulesFor } from '../../src/schemas/kit/derived-rules';
import { veilRow } from '../../src/schemas/kit/field-rules';
import { recordIn } from '../../src/schemas/kit/is-record';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { catalogueHandlers } from '../../server/catalogue/catalogue';
import { endpointsOf } from '../../server/http/endpoints';
import { openApiOf } from '../../server/http/openapi';
import { ownRooms, roomUses } from '../fixtures/own-rooms';
import { stays } from '../fixtures/stays';

const handlers = catalogueHandlers(stays);

it('the API document says what is filled in', () => {
  const { endpoints } = endpointsOf([], [stays], {}, () => handlers);
  const schemas = recordIn(recordIn(openApiOf(endpoints, [stays]).components)['schemas']);
  const draft = recordIn(schemas['stays-draft']);
  expect(draft['required']).toEqual(['name']);
  const { keeper_id, day, badge } = recordIn(draft['properties']);
  expect([keeper_id, day, badge].map((one) => recordIn(one)['description'])).toEqual([
    'Key of users. Without it: the user who adds the record',
    'Without it: today',
    'Without it: the value of name',
  ]);
  const { total, fee, meals } = recordIn(recordIn(schemas['stays'])['properties']);
  expect([recordIn(total), recordIn(fee)]).toMatchObject([
    { description: expect.stringMatching(/^Calculated: round/), readOnly: true },
    { description: 'Copied from college when saved', readOnly: true },
  ]);
  const rows = recordIn(recordIn(recordIn(meals)['items'])['properties']);
  expect(rows['added_by']).toMatchObject({ readOnly: true, description: 'Without it: the user who adds the record' });
});

it.each<[string, object, RegExp]>([
  ['an unknown field', { badg: 'user' }, /defaults\.badg: 'badg' is not a field; write 'badge'/],
  ['an unknown word', { name: 'tomorrow' }, /defaults\.name: must be 'user', 'today', 'now' or \{ field: 'another' \}/],
  ['a user in a text', { name: 'user' }, /defaults\.name: 'name' does not name a user; add it to refs: \{ 'name': 'users' \}/],
  ['a day in a time', { opened_at: 'today' }, /defaults\.opened_at: 'today' is a date; give the field format: 'date'/],
  ['a field of another kind', { badge: { field: 'day' } }, /defaults\.badge: 'day' is another kind of field/],
  ['a circle', { badge: { field: 'tag' }, tag: { field: 'badge' } }, /defaults\.badge: 'tag' gets its own default from 'badge'/],
  ['a field of the record for a row', { 'meals.*.from': { field: 'day' } }, /'day' is not a field of the row/],
  ['an unknown field of the record', { badge: { field: 'nam' } }, /defaults\.badge: 'nam' is not a field/],
])('%s is refused at the start', (_, defaults, says) => {
  expect(() => checkResource({ ...stays, defaults } as AnyResource)).toThrow(says);
});

it('a role that may not see a field does not see copies and results of it either', () => {
  const rules = allRulesFor(roomUses, [{ resource: 'own-rooms', field: 'price', rule: 'hidden' }], () => undefined);
  expect(veilRow(rules, { name: 'A', price: 8, double: 16 })).toEqual({ name: 'A' });
});

it('a copy of a copy, of a result and of an object is hidden with what it is made of', () => {
  const properties = {
    ...roomUses.fields.properties,
    room: { type: 'object', properties: { code: { type: 'string' } } },
  } as const;
  const fields = { ...roomUses.fields, properties };
  const rooms: AnyResource = { ...ownRooms, fields: { ...ownRooms.fields, properties } };
  const stories: AnyResource = {
    ...roomUses,
    name: 'stories',
    fields,
    refs: { room_id: 'room-uses' },
    fetched: { price: 'room_id.double', room: 'room_id.room' },
  };
  const uses: AnyResource = { ...roomUses, fields, fetched: { ...roomUses.fetched, room: 'room_id.room' } };
  const named = (name: string): AnyResource | undefined => [rooms, uses, stories].find((one) => one.name === name);
  const hidden = [
    { resource: 'own-rooms', field: 'price', rule: 'hidden' },
    { resource: 'own-rooms', field: 'room.code', rule: 'masked' },
  ] as const;
  const rules = allRulesFor(stories, hidden, named);
  expect(veilRow(rules, { name: 'A', price: 16, double: 32, room: { code: 'N-1' } })).toEqual({
    name: 'A',
    room: { code: 'N***' },
  });
});

it('a result of a result that is declared after it is hidden too', () => {
  const chain: AnyResource = { ...roomUses, computed: { name: 'concat(double)', double: 'price * 2' } };
  const rules = allRulesFor(chain, [{ resource: 'own-rooms', field: 'price', rule: 'masked' }], () => undefined);
  expect([...rules]).toEqual([
    ['price', 'masked'],
    ['name', 'masked'],
    ['double', 'masked'],
  ]);
});

it.each<[string, object, RegExp]>([
  ['a field that can be typed', { readOnly: ['price'] }, /computed\.double: is never typed; add 'double' to readOnly/],
  ['an unknown field', { computed: { double: 'prise * 2' } }, /computed\.double: 'prise' is not a field; write 'price'/],
  ['a text for a number', { computed: { double: "name + 'x'" } }, /computed\.double: gives a text, and the field is a number/],
  ['a text in a sum', { computed: { double: 'name * 2' } }, /computed\.double: needs a number for '\*', not a text/],
  ['what cannot be read', { computed: { double: 'price *' } }, /computed\.double: cannot be read: Expected expression/],
  ['an unknown function', { computed: { double: 'eval(price)' } }, /computed\.double: has no function 'eval'; it knows sum/],
  ['a way out', { computed: { double: 'name.constructor.x' } }, /computed\.double: can name a field, 'items.price' inside sum/],
  [
    'a circle',
    { fetched: {}, computed: { double: 'price * 2', price: 'double / 2' } },
    /depends on itself: double, price, double/,
  ],
  ['a list of what there is not', { computed: { double: 'sum(rows.price)' } }, /'rows\.\*\.price' is not a field/],
  ['no reference', { fetched: { price: 'name.price' } }, /fetched\.price: 'name' is not a reference to one record/],
  [
    'a formula that is too long',
    { computed: { double: Array(5000).fill('1').join('+') } },
    /double: has 9,999 characters and can/,
  ],
  ['a formula that is no text', { computed: { double: 5 } }, /computed\.double: must be a text; write 'price \* count'/],
  ['a circle of one', { computed: { double: 'double + 1' } }, /computed\.double: depends on itself: double, double/],
  [
    'a default from a result',
    { defaults: { name: { field: 'double' } } },
    /'double' is filled in later and has no value to copy/,
  ],
  [
    'a rule by a result',
    { when: [{ if: { field: 'double', is: 4 }, show: ['room_id'] }] },
    /when\.0: 'double' is filled in after the rules are checked/,
  ],
  [
    'a name of JavaScript in rows',
    { fields: { ...roomUses.fields, properties: { rows: { items: { properties: { valueOf: { type: 'number' } } } } } } },
    /rows\.items\.properties\.valueOf: is a name of JavaScript itself; write own_valueof/,
  ],
  ['a required result', { fields: { ...roomUses.fields, required: ['double'] } }, /remove it from required/],
])('%s is refused at the start', (_, change, says) => {
  expect(() => checkResource({ ...roomUses, ...change } as AnyResource)).toThrow(says);
});

it('a copied field must exist in the other resource and be of the same kind', () => {
  const wrong = (fetched: object) => () => checkTogether([ownRooms, { ...roomUses, fetched } as AnyResource]);
  expect(wrong({ price: 'room_id.prise' })).toThrow(/fetched\.price: own-rooms has no field 'prise'; write 'price'/);
  const view = () => checkTogether([{ ...ownRooms, store: 'none' } as AnyResource, roomUses]);
  expect(view).toThrow(/fetched\.price: own-rooms has no records of its own in the database/);
  expect(wrong({ price: 'room_id.name' })).toThrow(/fetched\.price: 'name' of own-rooms is another kind of field/);
});
