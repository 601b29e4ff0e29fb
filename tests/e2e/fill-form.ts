import { expect, type Locator, type Page } from '@playwright/test';
import fc from 'fast-check';
import type { Field } from '../../src/schemas/kit/field';
import type { AnyResource } from '../../src/schemas/kit/resource';

/** The text of each filled field that can be read back. */
export type Filled = ReadonlyMap<string, string>;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Fills every field of the form, also those that appear meanwhile, with a valid value; `name` goes into `first`. */
export async function fillForm(page: Page, form: Locator, resource: AnyResource, first: string, name: string): Promise<Filled> {
  await form.locator('.p-field').first().waitFor();
  const filled = new Map<string, string>();
  const done = new Set<string>();
  for (let round = 0; round < 4; round++) {
    for (const fold of await form.locator('.p-section-fold[aria-expanded=false]').all()) await fold.click();
    const shown = await form
      .locator('.p-field')
      .evaluateAll((all) =>
        all.map((one) => [one.querySelector('label')?.htmlFor.slice(5), one.getAttribute('data-kind')] as const),
      );
    const next = shown.filter(([field]) => field && !done.has(field));
    if (!next.length) break;
    for (const [field, kind] of next) {
      done.add(field!);
      const box = form.locator('.p-field').filter({ has: page.locator(`label[for="root_${field}"]`) });
      if (!(await box.isVisible())) continue; // hidden by another value
      const text = await fillOne(page, box, resource, field!, kind!, field === first ? name : undefined);
      if (text !== undefined) filled.set(field!, text);
    }
  }
  return filled;
}

async function fillOne(
  page: Page,
  box: Locator,
  resource: AnyResource,
  name: string,
  kind: string,
  given: string | undefined,
): Promise<string | undefined> {
  const field = resource.fields.properties[name] ?? {};
  const example = resource.examples?.[0]?.[name as never] as unknown;
  const input = box.locator('input:not([type=file]), textarea').first();
  if (await input.isDisabled().catch(() => false)) return undefined;
  switch (kind) {
    case 'text':
    case 'textarea':
    case 'url':
    case 'email':
    case 'phone':
    case 'secret':
    case 'color':
    case 'integer':
    case 'number':
    case 'date':
    case 'datetime': {
      // for a unique date, a day that no demo record has
      const own = kind === 'date' && [resource.unique ?? []].flat(3).includes(name as never) ? '2031-03-07' : given;
      const text = own ?? (typeof example === 'string' || typeof example === 'number' ? String(example) : valueFor(kind, field));
      await input.fill(kind === 'datetime' ? '5 Jan 2027 10:30' : text);
      return kind === 'secret' || kind === 'datetime' ? undefined : text;
    }
    case 'tags':
      await input.fill(
        Array.isArray(example)
          ? String(example[0])
          : typeof field.items?.pattern === 'string'
            ? valueFor('text', field.items)
            : 'one',
      );
      await input.press('Enter');
      return undefined;
    case 'file':
      if (!/logo|image|photo|icon|banner/.test(name)) return undefined;
      await box.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
      await expect(box.getByText('logo.png')).toBeVisible();
      return undefined;
    case 'reference':
    case 'references':
    case 'value-reference':
    case 'choice':
    case 'choices':
    case 'field-names':
      await chooseFirst(page, input);
      return undefined;
    default: // switches keep their default; lists, objects and conditions have tests of their own
      return undefined;
  }
}

/** The first option of the open list, once it is there; undefined: the list says that there are none. */
export async function firstOption(page: Page): Promise<Locator | undefined> {
  const list = page.locator('.ant-select-dropdown:visible');
  const option = list.locator('.ant-select-item-option').first();
  const none = list.locator('.ant-empty, .ant-select-item-empty').filter({ hasNotText: 'Loading' }).first();
  for (let looks = 0; looks < 2; looks++) {
    await option.or(none).first().waitFor();
    if (await option.isVisible()) return option;
    await page.waitForTimeout(500); // it may be empty for a moment before it asks
  }
  return undefined;
}

/** The first option there is. */
async function chooseFirst(page: Page, input: Locator): Promise<void> {
  await input.click();
  const option = await firstOption(page);
  if (option && !(await option.innerText()).startsWith('+ Add')) await option.click();
  await input.blur(); // a multiple select stays open
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0);
}

/** A value within the field's own limits. */
function valueFor(kind: string, field: Field): string {
  if (kind === 'integer' || kind === 'number') return String(Math.max(field.minimum ?? 1, Math.min(field.maximum ?? 3, 3)));
  if (kind === 'email') return 'zz@example.com';
  if (kind === 'phone') return '9812345678';
  if (kind === 'url') return 'https://example.com/zz';
  if (kind === 'date') return '2026-12-01';
  if (kind === 'color') return '#3b82c4';
  if (field.pattern) return fc.sample(fc.stringMatching(new RegExp(field.pattern)), { numRuns: 1, seed: 7 })[0]!;
  const least = Math.max(field.minLength ?? 3, 3);
  return 'Zz value of some length'.repeat(Math.ceil(least / 23)).slice(0, Math.min(Math.max(least, 12), field.maxLength ?? 12));
}
