import type { Locator, Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Field } from '../../src/schemas/kit/field';
import { displayOf, pluralOf, refOf, wiresOf, type AnyResource } from '../../src/schemas/kit/resource';
import { takesImport } from '../../src/resources/resource-paths';
import { fillForm } from './fill-form';
import { expect, signInOn, test } from './product';

/**
 * Resources drawn by a seed from the schema folder, each taken through its whole life on its own generic pages. The steps know
 * only schemas, no resource: create with every field, edit, filter, export, import, deactivate, refused delete, delete, restore.
 * `npm run prove:walk` walks ten; WALK_SEED draws others.
 */
const seed = Number(process.env['WALK_SEED'] ?? 20261121);
const count = Number(process.env['WALK_COUNT'] ?? 3);
const schemas = 'src/schemas';
const areas = readdirSync(schemas).filter((area) => !['kit', 'calls'].includes(area));
const files = areas.flatMap((area) => readdirSync(`${schemas}/${area}`).map((file) => `../../${schemas}/${area}/${file}`));
const all: readonly AnyResource[] = (await Promise.all(files.map((file) => import(file) as Promise<object>))).flatMap((file) =>
  Object.values(file).filter(
    (one): one is AnyResource => typeof one === 'object' && one !== null && 'fields' in one && 'label' in one,
  ),
);
const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const handMade = readdirSync('src/custom').map((room) => textOf(`src/custom/${room}/screen.ts`));

/** Conditions, tables and the like have editors of their own; the walk only types, chooses and switches. */
const isNested = (field: Field): boolean =>
  field.type === undefined ||
  field.type === 'object' ||
  (field.type === 'array' && !['string', 'integer'].includes(String(field.items?.type)));

/** Fields that are always or sometimes required. */
const mustBeFilled = (one: AnyResource): readonly string[] => [
  ...(one.fields.required ?? []),
  ...(one.when ?? []).flatMap((rule) => ('require' in rule ? rule.require : [])),
];

/** Resources with only generic pages that support every step: create, change, delete, import, and a short text as their name. */
const walkable = all.filter((one) => {
  const path = one.menu?.path;
  const display = one.fields.properties[displayOf(one)];
  return (
    path !== undefined &&
    !handMade.some((screens) => screens.includes(`'${path}'`)) &&
    (one.store ?? 'tenant') === 'tenant' &&
    !one.singleton &&
    !one.page &&
    one.key?.from !== 'client' &&
    Object.keys(one.fields.properties).every((name) => !name.endsWith('_id') || refOf(one, name)) && // ids without a target
    mustBeFilled(one).every((name) => !isNested(one.fields.properties[name]!)) &&
    one.examples?.length &&
    one.search?.includes(displayOf(one) as never) &&
    takesImport(one) &&
    (['read', 'create', 'update', 'delete'] as const).every((operation) => wiresOf(one, operation).length > 0) &&
    display?.type === 'string' &&
    !display.pattern &&
    !display.format &&
    !display.enum &&
    !one.fixed?.includes(displayOf(one) as never) &&
    !refOf(one, displayOf(one)) &&
    (display.maxLength ?? 300) >= 20
  );
});
const placeOf = (name: string): string => createHash('sha256').update(`${seed} ${name}`).digest('hex');
const drawn = walkable.toSorted((a, b) => (placeOf(a.name) < placeOf(b.name) ? -1 : 1)).slice(0, count);

let page: Page;
// Each test has a resource of its own: two workers share them, so that the last worker does not walk all three alone.
test.describe.configure({ mode: 'parallel' });
test.beforeAll(async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.url });
  context.setDefaultTimeout(20_000);
  page = await context.newPage();
  await signInOn(page, product, 'admin@northstar.example', '/config');
});
test.afterAll(() => page.context().close());

for (const resource of drawn)
  test(`${resource.name} (seed ${seed}): created with every field, edited, filtered, exported, imported, deactivated, deleted, restored`, async () => {
    const path = resource.menu!.path.split('?')[0]!;
    const first = displayOf(resource);
    const name = `Walk ${seed % 1000}`;
    const form = page.locator('form.p-form');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const list = (query: string): Promise<unknown> => page.goto(`${path}?q=${encodeURIComponent(name)}${query}`);
    const link = (text: string): Locator => page.getByRole('link', { name: text, exact: true });

    // create with every field, and read every value back
    await page.goto(`${path}/new`);
    const filled = await fillForm(page, form, resource, first, name);
    await save.click();
    await expect(form, await refusals(form)).toBeHidden();
    await list('');
    await link(name).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const record = page.url().split('?')[0]!;
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    for (const [field, text] of filled) {
      const box = form.locator(`[id="root_${field}"]`);
      if (await box.isVisible()) await expect.soft(box, field).toHaveValue(text);
    }

    // edit
    const changed = `${name} B`;
    await form.locator(`[id="root_${first}"]`).fill(changed);
    await save.click();
    await expect(page.getByRole('heading', { level: 1, name: changed })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'History' })).toContainText(changed);

    // filter: one that matches the record, and its opposite
    const filter =
      resource.filter?.find((one) => resource.fields.properties[one]?.enum || one === 'status') ?? resource.filter?.[0];
    if (filter) {
      await list(`&${filter}_nnull=true`);
      const holds = await settled(page);
      await list(`&${filter}_null=true`);
      expect([holds, await settled(page)].toSorted(), `filter by ${filter}`).toEqual([0, 1]);
    }

    // export, and import the same file under another name
    await list('');
    const rows = await exportedRows();
    const [head, row] = rows;
    expect(rows.length, 'the head and one row').toBe(2);
    expect(row![head!.indexOf(first)]).toBe(changed);
    const copy = `${name} C`;
    await importAs(path, resource, head!, row!, copy);
    await list('');
    await expect(link(changed)).toBeVisible();
    await expect(link(copy)).toBeVisible();

    // deactivate
    await page.goto(record);
    await expect(page.getByRole('heading', { level: 1, name: changed })).toBeVisible();
    const status = resource.fields.properties['status'];
    if (status?.type === 'integer') {
      const switches = page.getByRole('button', { name: /^(Deactivate|Activate)$/ });
      const now = await switches.innerText();
      await switches.click();
      await expect(switches).toHaveText(now === 'Activate' ? 'Deactivate' : 'Activate');
    }

    // delete: refused while it is used, done once it is unused; then restore
    const used = page.getByRole('complementary', { name: 'Where it is used' });
    await expect(used.getByText('Not used anywhere.').or(used.locator('li').first())).toBeVisible();
    const ask = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    };
    if (await used.locator('li').count()) {
      await ask();
      await expect(page.getByRole('dialog')).toContainText('is in use and cannot be deleted');
      await page.keyboard.press('Escape');
      await free(resource, form, save);
      await expect(used.getByText('Not used anywhere.')).toBeVisible();
    }
    await ask();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { level: 1, name: pluralOf(resource) })).toBeVisible();
    await page.goto(`${path}/deleted`);
    await page.getByRole('button', { name: `Restore ${changed}`, exact: true }).click();
    await expect(page.getByRole('button', { name: `Restore ${changed}`, exact: true })).toHaveCount(0);
    await page.goto(record);
    await expect(page.getByRole('heading', { level: 1, name: changed })).toBeVisible();
  });

/** Clears the `virtual` references that the walk chose, such as a team's members: those records count as using this one. */
async function free(resource: AnyResource, form: Locator, save: Locator): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await form.locator('.p-field').first().waitFor();
  for (const field of resource.virtual ?? []) {
    const box = form.locator('.p-field').filter({ has: page.locator(`label[for="root_${field}"]`) });
    await box.hover();
    await box.locator('.ant-select-clear').click();
  }
  await save.click();
  await expect(form).toBeHidden();
}

/** The errors that the form shows, for the message of a failed save. */
async function refusals(form: Locator): Promise<string> {
  await page.waitForTimeout(500);
  return (
    await form
      .locator('.p-error')
      .allInnerTexts()
      .catch(() => [])
  ).join('; ');
}

/** The number of rows once the list has loaded. */
async function settled(on: Page): Promise<number> {
  await expect(on.locator('tbody th[scope=row]').first().or(on.getByText('No rows match these filters'))).toBeVisible();
  return on.locator('tbody th[scope=row]').count();
}

async function exportedRows(): Promise<string[][]> {
  await expect(page.locator('tbody th[scope=row]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV for re-import' }).click(),
  ]);
  return cells(readFileSync(await file.path(), 'utf8').replace('\u{FEFF}', ''));
}

/** Imports the row again, without its key and with other values in unique columns. */
async function importAs(
  path: string,
  resource: AnyResource,
  head: readonly string[],
  row: readonly string[],
  name: string,
): Promise<void> {
  const first = displayOf(resource);
  const alone = (resource.unique ?? []).flatMap((rule) =>
    typeof rule === 'object' && 'fields' in rule ? rule.fields : [rule].flat(),
  );
  const own = row.map((cell, at) => {
    const column = head[at]!;
    if (column === first) return name;
    if (column === (resource.key?.name ?? 'id')) return '';
    const text =
      resource.fields.properties[column]?.type === 'string' &&
      !resource.refs?.[column] &&
      !resource.fields.properties[column]?.enum;
    if (text && cell && resource.fields.properties[column]?.format === 'date' && alone.includes(column as never))
      return cell.replace(/.$/, (last) => (last === '1' ? '2' : '1'));
    return text && cell && (alone.includes(column as never) || resource.uniqueEverywhere?.includes(column as never))
      ? cell.replace(/^./, (letter) => (letter === 'x' ? 'y' : 'x'))
      : cell;
  });
  const line = (values: readonly string[]): string => values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');
  await page.goto(`${path}/import`);
  await page.getByLabel('CSV file').setInputFiles({
    name: 'again.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${line(head)}\n${line(own)}\n`),
  });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const run = page.getByRole('region', { name: 'Import' });
  await expect(run).toContainText(/\d+ new/);
  await expect(run).toContainText('1 new, 0 updated, 0 unchanged, 0 rejected.');
}

function cells(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.trimEnd().matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push((quoted ?? plain ?? '').replaceAll('""', '"'));
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  return rows;
}
