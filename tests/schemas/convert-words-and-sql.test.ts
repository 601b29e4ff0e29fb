import { expect, it } from 'vitest';
import { convert } from '../fixtures/strangers/converted';

const sql = (text: string) => convert(text, 'loans.sql', 'library-loans');
const fieldsOf = (text: string): object => sql(text).resource.fields.properties;

it.each([
  ['int default (1+2)', {}, 'the default (1 + 2) is left out'],
  ["text default ('a' || 'b')", {}, "the default ('a' || 'b') is left out"],
  ['int default ((0))', { default: 0 }, undefined],
  ['int default 14', { default: 14 }, undefined],
  ['int default (-1) not null', { default: -1 }, undefined],
  ['numeric(8,2) default -1.5', { default: -1.5 }, undefined],
  ["varchar(10) default 'x'::character varying not null", { default: 'x' }, undefined],
  ['bit default ((1))', { default: true }, undefined],
])('a default is taken whole or left out with a note: %s', (column, wanted, note) => {
  const { resource, notes } = sql(`create table loans (id serial primary key, x ${column}, name text)`);
  expect(resource.fields.properties['x']).toMatchObject(wanted);
  if (note === undefined) expect(notes.join('\n')).not.toContain('default');
  else
    expect([notes.join('\n'), resource.fields.properties['x']]).toEqual([
      expect.stringContaining(note),
      expect.not.objectContaining({ default: expect.anything() as unknown }),
    ]);
});

it('only the moment of writing is a default of now or today', () => {
  const { resource, notes } = sql(
    `create table loans (id serial primary key, name text, lent date default (current_date), due date default (current_date + 30),
      seen timestamptz default now() not null, until timestamptz default (now() + interval '14 days'))`,
  );
  expect(resource.defaults).toEqual({ lent: 'today', seen: 'now' });
  expect(notes.join('\n')).toContain('due: the default (current_date + 30) is left out');
  expect(notes.join('\n')).toContain("until: the default (now()+ interval '14 days') is left out");
});

it('later statements add columns and unique indexes, and what they do besides is said', () => {
  const { resource, notes } = sql(
    `create table loans (id serial primary key, name varchar(50));
     alter table loans add column note varchar(50) not null, add pages int;
     alter table only loans add constraint one_name unique (name);
     create unique index a on loans (note, pages);
     create unique index b on loans using btree (lower(note));
     create index c on loans (pages);
     alter table loans drop column pages`,
  );
  expect(resource.fields).toMatchObject({
    properties: { note: { type: 'string' }, pages: { type: 'integer' } },
    required: expect.arrayContaining(['note']) as unknown,
  });
  expect(resource.unique).toEqual(expect.arrayContaining(['name', ['note', 'pages']]));
  const said = notes.join('\n');
  expect(said).toContain('The unique index over lower(note) is left out');
  expect(said).toContain("'drop column pages' is left out.");
});

it('a title is kept to the letter, unless it is a name of the code', () => {
  const titled = (title: string, name = 'field_one'): unknown =>
    Object.values(
      convert(
        JSON.stringify({ type: 'object', properties: { [name]: { type: 'string', title }, other: { type: 'string' } } }),
        'titled.json',
        'titled-records',
      ).resource.fields.properties,
    )[0]!.title;
  for (const title of ['WhatsApp', 'E-mail', 'PhD', 'CGPA', 'GST(%)', 'City/Town', 'DOB', 'Full name'])
    expect(titled(title)).toBe(title);
  expect(titled('lastModified')).toBe('Last modified');
  expect(titled('first_name')).toBe('First name');
  expect(titled('DOB', 'dob')).toBe('DOB');
  expect(titled('Name', 'name')).toBeUndefined();
  expect(fieldsOf('create table loans (id int primary key, full_name text)')).toMatchObject({ full_name: { type: 'string' } });
});

it('a column of binary data is left out and said, never a JSON field', () => {
  const { resource, notes } = sql(
    `create table loans (id serial primary key, name varchar(50), cover bytea not null, scan mediumblob, hash varbinary(32) unique,
      face varbinary(max) default 0x, photo image, raw binary large object, flag bit(1), bits varbit(8))`,
  );
  expect(Object.keys(resource.fields.properties)).toEqual(['name', 'flag', 'bits', 'status']);
  expect(resource.fields.required ?? []).not.toContain('cover');
  expect(resource.unique ?? []).not.toContain('hash');
  const said = notes.join('\n');
  for (const name of ['cover', 'scan', 'hash', 'face', 'photo', 'raw'])
    expect(said).toMatch(new RegExp(`\\b${name}\\b.*holds binary data`));
  expect(said).not.toContain('JSON');
});

it('bytes of a Prisma model are left out and said', () => {
  const { resource, notes } = convert(
    'model Loan {\n id Int @id\n name String\n cover Bytes @unique\n}',
    'loans.prisma',
    'library-loans',
  );
  expect(Object.keys(resource.fields.properties)).toEqual(['name', 'status']);
  expect(notes.join('\n')).toMatch(/cover: holds binary data/);
});
