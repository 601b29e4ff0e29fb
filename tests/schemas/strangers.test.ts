import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueHandlers } from '../../server/catalogue/catalogue';
import { errorsOf } from '../../server/catalogue/validate';
import { resources } from '../../src/schemas/kit/all';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { checkTogether } from '../../src/schemas/kit/check-together';
import type { Field } from '../../src/schemas/kit/field';
import type { AnyRow } from '../../src/schemas/kit/resource';
import { handle, makeTenant, type Someone } from '../catalogue/act';
import { CannotConvert, convert, strangers, type Converted } from '../fixtures/strangers/converted';
import { freshStore, type TestStore } from '../support/database';
import { drawSchema, type Schema } from './draw-schema';

const folder = resolve('tests/.tmp/strangers');
const seed = 20_261_126;
/** Some of what the property below draws: they are compiled and stored too. */
const drawn: readonly Converted[] = fc
  .sample(drawSchema, { seed, numRuns: 15 })
  .map((schema, at) => convert(JSON.stringify(schema), 'drawn.json', `drawn-${at}-records`));
const all = [...strangers, ...drawn];

const byFile = new Map(strangers.map((one) => [one.file, one]));
const of = (file: string): Converted => byFile.get(file)!;
const fieldOf = (file: string, name: string): Field => of(file).resource.fields.properties[name]!;
const notesOf = (file: string): string => of(file).notes.join('\n');

describe('a schema of another product', () => {
  let store: TestStore;
  let north: Someone;
  beforeAll(async () => {
    store = await freshStore([...resources, ...all.map(({ resource }) => resource)]);
    north = await makeTenant(store, 'NORTH');
  });
  afterAll(() => store.close());

  it('becomes a file that starts, whatever its format', () => {
    expect(strangers.length).toBeGreaterThanOrEqual(20);
    for (const { resource, written } of all) {
      expect(() => checkResource(resource)).not.toThrow();
      expect(written).toEqual(resource);
    }
    expect(() => checkTogether([...resources, ...all.map(({ resource }) => resource)])).not.toThrow();
  });

  it('becomes a file that compiles', () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const kit = resolve('src/schemas/kit');
    for (const { resource, text } of all)
      writeFileSync(join(folder, `${resource.name}.ts`), text.replaceAll("'../kit/", `'${kit}/`));
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: resolve('tsconfig.json'),
        include: ['*.ts', resolve('src/kinds/**/kind.ts'), resolve('src/**/*.d.ts')],
        compilerOptions: { noEmit: true, types: ['vite/client'] },
      }),
    );
    const { status, stdout } = spawnSync('npx', ['tsc', '--noEmit', '-p', folder], { encoding: 'utf8' });
    rmSync(folder, { recursive: true, force: true });
    expect([status, stdout]).toEqual([0, '']);
  });

  it.each(all.map((one) => [one.resource.name, one] as const))('%s: its example is stored and found', async (_, { resource }) => {
    const handlers = catalogueHandlers(resource);
    const body = resource.examples![0]! as AnyRow;
    const wire = `GET|POST res/${resource.name}`;
    const row = (await handle(store, north, handlers.create!, { wire, body })).data as AnyRow;
    const shown = Object.fromEntries(Object.entries(body).filter(([name]) => !resource.secret?.includes(name)));
    expect(row).toMatchObject(shown);
    const found = (await handle(store, north, handlers.list!, { wire, query: { q: String(body[resource.columns![0]!]) } })).data;
    expect((found as AnyRow[]).map((one) => one['id'])).toEqual([row['id']]);
  });
});

it('drawn at random becomes a file that starts, and whatever the file does not say is said in words', () => {
  const others = resources.filter(({ name }) => name !== 'things');
  fc.assert(
    fc.property(drawSchema, (schema) => {
      const one = convert(JSON.stringify(schema), 'drawn.json', 'things');
      checkResource(one.resource);
      checkTogether([...others, one.resource]);
      expect(one.written).toEqual(one.resource);
      expect(errorsOf(one.resource, one.resource.examples![0]! as AnyRow)).toEqual([]);
      expect(lostIn(schema, one)).toEqual([]);
    }),
    { numRuns: 300, seed },
  );
});

/** Properties and limits of the record that are neither in the file nor in the notes. */
function lostIn(schema: Schema, { resource, notes }: Converted): string[] {
  if (typeof schema === 'boolean' || ['oneOf', 'anyOf', 'allOf', '$ref'].some((key) => key in schema)) return [];
  const said = notes.join('\n');
  const fields = Object.values(resource.fields.properties);
  const own = (name: string): Field | undefined => new Map(Object.entries(resource.fields.properties)).get(name);
  const fieldFor = (source: string): Field | undefined => {
    const given = /[^\w]|[A-Z]/.test(source) ? undefined : own(source);
    return given ?? fields.find(({ title }) => title?.toLowerCase() === source.toLowerCase());
  };
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  return properties.flatMap(([source, one]) => {
    const field = fieldFor(source);
    const named = said.includes(source);
    const plain = source.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
    if (
      !named &&
      !field &&
      !(plain in resource.fields.properties) &&
      !(plain.replaceAll(/^_|_$/g, '') in resource.fields.properties)
    )
      return [`${source} is nowhere`];
    if (typeof one === 'boolean' || !field) return [];
    return ['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'default'].flatMap(
      (key) => {
        const value = one[key];
        const empty =
          value === undefined || value === '' || value === null || value === 0 || (key === 'multipleOf' && value === 1);
        return empty || (field as Record<string, unknown>)[key] !== undefined || named ? [] : [`${source}: ${key} is nowhere`];
      },
    );
  });
}

describe('npm run convert:schema', () => {
  it('writes the file and says what it left out; a mistake is one sentence, without a stack', () => {
    const root = resolve('tests/.tmp/convert-copy');
    rmSync(root, { recursive: true, force: true });
    for (const one of ['scripts', 'src/schemas', '.oxfmtrc.json', 'package.json'])
      cpSync(one, join(root, one), { recursive: true });
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
    const run = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/convert-schema.mjs', ...args], {
        cwd: root,
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    };
    const pets = resolve('tests/fixtures/strangers/petstore.openapi.yaml');
    const ran = run(pets, 'settings/pet-owners', 'Owner');
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(ran.stdout).toMatch(
      /^src\/schemas\/settings\/pet-owners\.ts is written, with 3 fields\. Its page is \/config\/pet-owners\.\n/,
    );
    const text = readFileSync(join(root, 'src/schemas/settings/pet-owners.ts'), 'utf8');
    expect(text).toContain("full_name: { type: 'string', maxLength: 300, minLength: 1 },");
    const wrong: [string[], string][] = [
      [[], 'Say which file: '],
      [['none.json', 'settings/pets'], "There is no file 'none.json': "],
      [[pets, 'settings/pet-owners'], "There is a resource 'pet-owners' already\n"],
      [[pets, 'reports/pets'], "There is no area 'reports'; "],
      [[pets, 'settings/audit'], "'audit' is a table of the server itself"],
      [[pets, 'settings/pets', 'Cat'], "There is no 'Cat' in the file; one of Error, Pet, NewPet, Owner.\n"],
      [[resolve('README.md'), 'settings/pets'], `'${resolve('README.md')}' is not valid JSON: `],
    ];
    for (const [args, sentence] of wrong) {
      const { status, stderr } = run(...args);
      expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
    rmSync(root, { recursive: true, force: true });
  });

  it('follows references by pointer, anchor and id, and keeps what refers to itself as JSON', () => {
    expect(fieldOf('event.2020-12.json', 'venue')).toMatchObject({
      properties: { hall_name: { type: 'string' }, openingHours: { type: 'array', title: 'Opening hours' } },
      required: ['hall_name'],
    });
    expect(fieldOf('event.2020-12.json', 'place').enum).toEqual(['north-gate', 'southGate', 'EAST_GATE']);
    expect(of('event.2020-12.json').resource.ui).toMatchObject({
      place: { labels: { southGate: 'South gate', EAST_GATE: 'East gate' } },
    });
    expect(fieldOf('tree-node.draft-07.json', 'children').items?.properties).toMatchObject({
      label: { type: 'string' },
      parent: {},
    });
    expect(notesOf('tree-node.draft-07.json')).toContain('loop: refers to itself or to another file: kept as JSON');
  });

  it('reads exclusive limits of every draft', () => {
    expect(fieldOf('shop-product.draft-04.json', 'stock')).toEqual({ type: 'integer', minimum: 1, maximum: 99 });
    expect(fieldOf('event.2020-12.json', 'capacity')).toEqual({ type: 'integer', minimum: 1, maximum: 4999 });
    expect(notesOf('shop-product.draft-04.json')).toContain('that it is above 0, and never equal, is left out');
  });

  it('takes lists, maps, alternatives and parts that all hold as one record', () => {
    expect(notesOf('address-list.2019-09.json')).toContain('It describes a list: each of its entries is a record here.');
    expect(fieldOf('address-list.2019-09.json', 'phones').items?.properties).toMatchObject({
      phoneNumber: { title: 'Phone number' },
    });
    expect(of('settings-map.json').resource.fields.required).toEqual(['entry_key']);
    expect(fieldOf('payment.unions.json', 'kind').enum).toEqual(['card', 'upi', 'cash']);
    expect(fieldOf('payment.unions.json', 'notes')).toMatchObject({ type: 'array', items: { type: 'string' } });
    expect(notesOf('payment.unions.json')).toContain('3 alternatives are taken as one');
    expect(fieldOf('employee.all-of.json', 'grade')).toEqual({ type: 'integer', minimum: 3, maximum: 9 });
    expect(fieldOf('employee.all-of.json', 'email')).toMatchObject({ format: 'email', maxLength: 100 });
    expect(fieldOf('employee.all-of.json', 'own_constructor').title).toBe('Constructor');
  });

  it('takes the named part, or the one with the most fields, and names the others', () => {
    const file = 'petstore.openapi.yaml';
    expect(notesOf(file)).toContain(
      "Only 'Pet' is taken. To take another, name it at the end of the command: Error, NewPet, Owner.",
    );
    expect(of(file).resource.examples).toEqual([{ name: 'Bruno', own_id: 1 }]);
    const two = '{ "definitions": { "Room": { "properties": { "no": { "type": "string" } } }, "Bed": {} } }';
    expect(Object.keys(convert(two, 'x.json', 'beds').resource.fields.properties)).toEqual(['name', 'status']);
    expect(Object.keys(convert(two, 'x.json', 'beds', 'room').resource.fields.properties)).toEqual(['no', 'status']);
    expect(() => convert(two, 'x.json', 'beds', 'Hall')).toThrow("There is no 'Hall' in the file; one of Room, Bed.");
  });

  it('reads doctypes of Frappe', () => {
    const file = 'library-member.doctype.json';
    expect(of(file).resource).toMatchObject({
      secret: ['pin'],
      files: ['photo'],
      unique: ['email_id'],
      fields: { required: ['first_name', 'kind'] },
    });
    expect(of(file).resource.ui).toMatchObject({
      opens: { widget: 'time' },
      shade: { widget: 'color' },
      fine: { widget: 'currency' },
      bio: { widget: 'rich-text' },
      stay: { widget: 'duration', unit: 'seconds' },
      stars: { widget: 'rating' },
    });
    expect(fieldOf(file, 'stars')).toMatchObject({ type: 'integer', minimum: 1, maximum: 5 });
    expect(fieldOf(file, 'kind')).toEqual({ type: 'string', enum: ['Student', 'Staff'], default: 'Student' });
    expect(notesOf(file)).toContain("branch: points to 'Branch'");
    expect(notesOf(file)).toContain('Submit, cancel and amend are left out.');
    expect(fieldOf('library.doctypes.json', 'loans').items).toMatchObject({
      required: ['book'],
      properties: { due_date: { format: 'date' } },
    });
  });

  it('reads models of Prisma', () => {
    const { resource } = of('blog.prisma');
    expect(resource.unique).toEqual(['email', ['email', 'role']]);
    expect(fieldOf('blog.prisma', 'rating')).toEqual({ type: 'number', multipleOf: 0.1, default: 4.5 });
    expect(fieldOf('blog.prisma', 'bio')).toEqual({ type: 'string', maxLength: 5000, description: 'Shown under each article.' });
    expect(fieldOf('blog.prisma', 'role')).toEqual({ type: 'string', enum: ['USER', 'SUPER_ADMIN'], default: 'USER' });
    expect(notesOf('blog.prisma')).toMatch(
      /articles: many records of Article[\s\S]*legacy: the type 'Unsupported'[\s\S]*@@index/,
    );
  });

  it('reads tables of PostgreSQL and MySQL', () => {
    const file = 'erp.postgres.sql';
    expect(of(file).resource).toMatchObject({ unique: ['order_no'], fields: { required: ['order_no', 'state', 'total'] } });
    expect(fieldOf(file, 'total')).toEqual({ type: 'number', minimum: 0, maximum: 99_999, multipleOf: 0.01, default: 0 });
    expect(fieldOf(file, 'channel')).toMatchObject({ enum: ['web', 'shop'], description: "Where it was placed; it's set once" });
    expect(notesOf(file)).toMatch(/The check .* is left out/);
    expect(notesOf(file)).toContain("customer_id: points to 'customers'");
    expect(fieldOf('shop.mysql.sql', 'visible')).toEqual({ type: 'boolean', default: true });
    expect(of('shop.mysql.sql').resource.unique).toEqual([['display_name', 'kind']]);
  });

  it('guesses the kinds of the columns of a CSV file', () => {
    const kinds = Object.entries(of('people.csv').resource.fields.properties).map(([name, { type, format }]) => [
      name,
      format ?? type,
    ]);
    expect(Object.fromEntries(kinds)).toMatchObject({
      full_name: 'string',
      date_of_birth: 'date',
      active: 'boolean',
      fee_inr: 'number',
      phone: 'string',
      email: 'email',
      website: 'uri',
      joined_at: 'date-time',
      column_10: 'string',
    });
    expect(of('cities.semicolon.csv').resource.fields.required).toEqual(['city', 'rating']);
    expect(notesOf('cities.semicolon.csv')).toContain('Opened: looks like a date, with day or month first');
  });

  it('says in one sentence what is not a schema', () => {
    const wrong: [string, string, RegExp][] = [
      ['', 'a.json', /^'a\.json' is empty\.$/],
      ['{', 'a.json', /^'a\.json' is not valid JSON: /],
      ['[]', 'a.json', /^'a\.json' is not a JSON Schema: it holds a list\.$/],
      ['a: [', 'a.yaml', /^'a\.yaml' is not valid YAML: /],
      ['select 1', 'a.sql', /^The file holds no 'create table'\.$/],
      ['enum A { B }', 'a.prisma', /^The file holds no model\.$/],
      [',,\n', 'a.csv', /^The first line must name the columns\.$/],
    ];
    for (const [source, file, sentence] of wrong) {
      expect(() => convert(source, file, 'things')).toThrow(CannotConvert);
      expect(() => convert(source, file, 'things')).toThrow(sentence);
    }
  });
});
