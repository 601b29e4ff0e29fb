import type { Browser, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { ask, asks } from './asks';
import { expect, signInOn, test, type Product } from './product';
import { buildRefinePages, serveRefinePages, watchPolicy } from './refine-pages';

/** Screens written as refine's documentation writes them, on the product's providers, its API and its content-security policy. */
test.describe.configure({ mode: 'serial' });
test.use({ actionTimeout: 20_000 });

let page: Page;
/** What the content-security policy of the page refused. */
const refused: string[] = [];
test.beforeAll(async ({ browser, product }) => {
  buildRefinePages();
  page = await newPage(browser, product, 'admin@northstar.example');
});
test.beforeEach(() => {
  refused.length = 0;
});
test.afterEach(() => expect(refused).toEqual([]));
test.afterAll(() => page.context().close());

async function newPage(browser: Browser, product: Product, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url });
  await serveRefinePages(context);
  await watchPolicy(context, (what) => refused.push(what));
  return signInOn(await context.newPage(), product, email, '/leads?type=all');
}
/** Where the pages are: in an application of refine's documentation, and in the product, whose resources come from the manifest. */
const homes: Readonly<Record<string, (address: string) => string>> = {
  'an application of its own': (address) => `/refine-pages/${address}`,
  'the product': (address) =>
    address === 'activity' || address === 'streams/transfer'
      ? `/stream-${address.split('/').at(-1)!}`
      : `/config/${address}`
          .replace('/sources', '/lead-sources')
          .replace('/create', '/new')
          .replace(/\/edit\/(.+)/, '/$1/edit')
          .replace('/show/', '/'),
};
const rows = (on = page) => on.locator('tbody tr.ant-table-row');
const menu = (on = page) => on.getByRole('navigation', { name: 'Main' });
const firstCells = (on = page) => on.locator('tbody tr.ant-table-row td:first-child');
const isRefused = (on: Page): Promise<void> =>
  expect(on.getByRole('alert').getByText('You do not have permission to perform this action.').first()).toBeVisible();
const namesOf = (found: readonly Record<string, unknown>[]): string[] => found.map(({ name }) => String(name));

for (const [turn, [home, at]] of Object.entries(homes).entries())
  test.describe(`in ${home}`, () => {
    const open = (address: string, on = page): Promise<unknown> => on.goto(at(address));
    const isAt = (address: string): Promise<void> => page.waitForURL(({ pathname }) => pathname === at(address));
    const [biology, ocean, oceans, rockets] = ['Marine biology', 'Oceanography', 'Ocean studies', 'Rocketry'].map(
      (name) => `${name} ${turn + 1}`,
    ) as [string, string, string, string];

    test('a list with useTable and antd: sorter, filter, pages, fields and buttons', async () => {
      await open('courses');
      const first = await ask(page, 'GET', 'res/courses?_sort=name&_order=asc&_start=0&_end=5');
      await expect(firstCells()).toHaveText(namesOf(first));
      const second = await ask(page, 'GET', 'res/courses?_sort=name&_order=asc&_start=5&_end=10');
      await page.getByTitle('2', { exact: true }).click();
      await expect(firstCells()).toHaveText(namesOf(second));
      await expect(page).toHaveURL(/currentPage=2/);
      await page.getByTitle('1', { exact: true }).click();
      await page.getByRole('columnheader', { name: 'Name' }).click();
      const last = await ask(page, 'GET', 'res/courses?_sort=name&_order=desc&_start=0&_end=5');
      await expect(firstCells()).toHaveText(namesOf(last));
      await page.getByRole('columnheader', { name: 'Level' }).getByRole('button').click();
      await page.getByRole('combobox', { name: 'Level' }).click();
      await page.locator('.ant-select-item-option', { hasText: 'diploma' }).click();
      await page.getByRole('combobox', { name: 'Level' }).blur();
      await page.locator('.ant-table-filter-dropdown').getByRole('button', { name: 'Filter' }).click();
      const diplomas = await ask(page, 'GET', 'res/courses?level=diploma&_sort=name&_order=desc&_start=0&_end=5');
      await expect(firstCells()).toHaveText(namesOf(diplomas));
      await page.reload();
      await expect(firstCells()).toHaveText(namesOf(diplomas));
    });

    test('a form with useForm: its own rules, a server-side refusal at its field, and the saved record', async () => {
      const [other] = await ask(page, 'GET', 'res/courses?_start=0&_end=1');
      await open('courses/create');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Enter a name')).toBeVisible();
      await page.getByLabel('Name').fill(String(other!['name']));
      await page.getByLabel('Stream').click();
      await page.locator('.ant-select-item-option').first().click();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.locator('.ant-form-item', { hasText: 'Name' }).locator('.ant-form-item-explain-error')).toContainText(
        'is already taken',
      );
      await page.getByLabel('Name').fill(biology);
      await page.getByRole('button', { name: 'Save' }).click();
      await isAt('courses');
      const [made] = await ask(page, 'GET', `res/courses?q=${encodeURIComponent(biology)}`);
      await open(`courses/edit/${String(made!['id'])}`);
      await expect(page.getByLabel('Name')).toHaveValue(biology);
      await page.getByLabel('Duration in months').fill('36');
      await page.getByRole('button', { name: 'Save' }).click();
      await isAt('courses');
      expect(await asks(page, 'GET', `res/courses/${String(made!['id'])}`)).toMatchObject({ duration_months: 36 });
    });

    test('a record with useShow, useMany and useSelect', async () => {
      const [course] = await ask(page, 'GET', `res/courses?q=${encodeURIComponent(biology)}`);
      const stream = await asks(page, 'GET', `res/streams/${String(course!['stream_id'])}`);
      await open(`courses/show/${String(course!['id'])}`);
      await expect(page.getByText(biology)).toBeVisible();
      await expect(page.getByText(String(stream['name']))).toBeVisible();
      await expect(page.getByText('36', { exact: true })).toBeVisible();
      const [other] = await ask(page, 'GET', 'res/courses?_sort=name&_start=0&_end=1');
      await page.getByLabel('Other course').fill(String(other!['name']));
      await page.locator('.ant-select-item-option', { hasText: String(other!['name']) }).click();
      await expect(page.locator('.ant-card-body').getByText(String(other!['name'])).last()).toBeVisible();
    });

    test('useModalForm adds, useDrawerForm edits', async () => {
      await open('streams');
      await page.getByRole('button', { name: /^(plus-square )?Add$/ }).click();
      const modal = page.getByRole('dialog', { name: 'Add a stream' });
      await modal.getByLabel('Name').fill(ocean);
      await modal.getByRole('button', { name: 'Save' }).click();
      const row = rows().filter({ hasText: ocean });
      await expect(row).toBeVisible();
      await row.getByRole('button').first().click();
      const drawer = page.getByRole('dialog', { name: 'Edit the stream' });
      await expect(drawer.getByLabel('Name')).toHaveValue(ocean);
      await drawer.getByLabel('Name').fill(oceans);
      await drawer.getByRole('button', { name: 'Save' }).click();
      await expect(rows().filter({ hasText: oceans })).toBeVisible();
    });

    test('useInfiniteList, useCustom, useInvalidate, useSubscription and useLogList', async () => {
      await open('activity');
      const streams = page.getByRole('list', { name: 'Streams' }).getByRole('listitem');
      const all = namesOf(await ask(page, 'GET', 'res/streams?_sort=name&_order=asc&_start=0&_end=100'));
      await expect(streams).toHaveText(all.slice(0, 4));
      // a change of the previous test may arrive only now, and refresh the list instead of loading the next page
      await expect(async () => {
        if ((await streams.count()) === 4) await page.getByRole('button', { name: 'Load more' }).click();
        await expect(streams).toHaveText(all.slice(0, 8), { timeout: 3000 });
      }).toPass();
      await expect(page.getByText(/[1-9]\d* to choose from/)).toBeVisible(); // any number: other tests change it meanwhile
      const history = page.getByRole('list', { name: 'History' }).getByRole('listitem');
      await expect(history.first()).toContainText(`update ${oceans}`);
      const heard = page.getByRole('list', { name: 'Heard' }).getByRole('listitem');
      let id = '';
      await expect(async () => {
        const made = await asks(page, 'POST', 'res/streams', { name: `Aardvark studies ${Date.now()}` });
        id = String(made['id']);
        await expect(heard.filter({ hasText: 'created' })).toBeVisible({ timeout: 3000 });
      }).toPass();
      await expect(history.first()).toContainText('create Aardvark studies');
      await asks(page, 'PATCH', `res/streams/${id}`, { status: 0 });
      await expect(heard.filter({ hasText: 'updated' })).toBeVisible();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(streams.first()).toContainText('Aardvark studies');
      await asks(page, 'DELETE', `res/streams/${id}`);
      await expect(heard.filter({ hasText: 'deleted' })).toBeVisible();
    });

    test('useImport and useExport, and nested filters that survive a reload', async () => {
      await open('streams/transfer');
      await page.locator('input[type=file]').setInputFiles({
        name: 'streams.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`name\nArts of war ${turn}\n${rockets}\n`),
      });
      await expect
        .poll(async () => namesOf(await ask(page, 'GET', `res/streams?q=${encodeURIComponent(rockets)}`)))
        .toEqual([rockets]);
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
      expect(readFileSync(await file.path(), 'utf8')).toContain(`"${rockets}","1"`);
      const all = await ask(page, 'GET', 'res/courses?_start=0&_end=100');
      const wanted = all.filter(({ level, status }) => (level === 'diploma' && status === 1) || level === 'doctorate');
      expect(wanted.length).toBeGreaterThan(0);
      await expect(rows()).toHaveCount(all.length);
      await page.getByRole('button', { name: 'Diplomas or doctorates' }).click();
      await expect(rows()).toHaveCount(wanted.length);
      await page.reload();
      await expect(rows()).toHaveCount(wanted.length);
    });

    test("refine's REST provider as a second one", async () => {
      await open('sources');
      const first = await ask(page, 'GET', 'res/lead-sources?_sort=name&_order=asc&_start=0&_end=5');
      await expect(firstCells()).toHaveText(namesOf(first));
      await page.getByTitle('2', { exact: true }).click();
      const second = await ask(page, 'GET', 'res/lead-sources?_sort=name&_order=asc&_start=5&_end=10');
      await expect(firstCells()).toHaveText(namesOf(second));
      const row = rows().nth(turn); // the other home has switched the first one off
      await row.getByRole('button', { name: 'Switch off' }).click();
      await expect(row.getByRole('button', { name: 'Switch on' })).toBeVisible();
      expect(await asks(page, 'GET', `res/lead-sources/${String(second[turn]!['id'])}`)).toMatchObject({ status: 0 });
    });
  });

test("the guide's own screen has its menu entry and its page", async () => {
  await page.goto('/config');
  const setting = menu()
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Setting' }) });
  await setting.getByRole('link', { name: 'Course overview' }).click();
  await expect(page).toHaveURL(/\/course-overview/);
  await expect(page).toHaveTitle(/Course overview/);
  const first = await ask(page, 'GET', 'res/courses?_sort=name&_order=asc&_start=0&_end=5');
  await expect(firstCells()).toHaveText(namesOf(first));
});

/** What a counsellor sees at each address: the lists without the buttons they have no right to, otherwise the refusal. */
const seen: Readonly<Record<string, (own: Page) => Promise<void>>> = {
  courses: async (own) => {
    await expect(rows(own)).toHaveCount(5);
    await expect(rows(own).getByRole('button')).toHaveCount(0);
    await expect(own.getByRole('button', { name: /^(plus-square )?Add$/ })).toHaveCount(0);
  },
  'courses/create': async (own) => {
    await own.getByLabel('Name').fill('Astronomy');
    await own.getByLabel('Stream').click();
    await own.locator('.ant-select-item-option').first().click();
    await own.getByRole('button', { name: 'Save' }).click();
    await isRefused(own);
    expect(await ask(own, 'GET', 'res/courses?q=Astronomy')).toEqual([]);
  },
  'courses/edit/:id': async (own) => {
    await isRefused(own);
    await expect(own.getByLabel('Name')).toHaveValue('');
  },
  'courses/show/:id': isRefused,
  streams: async (own) => {
    await expect(rows(own).first()).toBeVisible();
    await expect(rows(own).getByRole('button')).toHaveCount(0);
    await expect(own.getByRole('button', { name: /^(plus-square )?Add$/ })).toHaveCount(0);
  },
  activity: async (own) => {
    const [history] = await Promise.all([own.waitForResponse(/\/api\/getTimeline/), own.reload()]);
    expect(await history.json()).toMatchObject({ code: 200, data: [] }); // D-021: only their own changes
    await expect(own.getByRole('list', { name: 'Streams' }).getByRole('listitem')).toHaveCount(4);
    await expect(own.getByText(/[1-9]\d* to choose from/)).toBeVisible();
    await expect(own.getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(0);
  },
  'streams/transfer': async (own) => {
    await expect(rows(own).first()).toBeVisible();
    await expect(own.getByText('You cannot add streams')).toBeVisible();
  },
  sources: async (own) => {
    await expect(rows(own)).toHaveCount(5);
    await rows(own).first().getByRole('button', { name: 'Switch off' }).click();
    await isRefused(own);
    await expect(rows(own).first().getByRole('button')).toHaveText('Switch off');
  },
};
test.describe('a counsellor', () => {
  let counsellor: Page;
  let course: string;
  test.beforeAll(async ({ browser, product }) => {
    counsellor = await newPage(browser, product, 'counsellor@northstar.example');
    course = String((await ask(counsellor, 'GET', 'res/courses?_start=0&_end=1'))[0]!['id']);
  });
  test.afterAll(() => counsellor.context().close());

  for (const [home, at] of Object.entries(homes))
    for (const [address, sees] of Object.entries(seen))
      test(`in ${home} at ${address} sees only what their rights allow`, async () => {
        await counsellor.goto(at(address.replace(':id', course)));
        await sees(counsellor);
      });

  test("has no entry for the guide's own screen, and is refused at its address", async () => {
    await counsellor.goto('/course-overview');
    await expect(counsellor).toHaveURL(/access-denied/);
    await expect(menu(counsellor).getByRole('link', { name: 'Notes' })).toBeVisible();
    const group = menu(counsellor).getByRole('button', { name: 'Setting' });
    if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click();
    await expect(menu(counsellor).getByRole('link', { name: 'User Hierarchy' })).toBeVisible();
    await expect(menu(counsellor).locator('a[href="/course-overview"]')).toHaveCount(0);
  });
});

test('a style without a nonce is detected', async () => {
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { color: red }';
    document.head.append(style);
  });
  await expect.poll(() => refused).toEqual(['body { color: red }']);
  refused.length = 0;
});
