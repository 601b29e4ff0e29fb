// The cost of five hundred additional resources, a form of 40 fields and a list of 50 rows in a real browser (SPEED-F2 and
// figures of the engine), for bench:engine.
import { mainThread, median } from './main-thread.mjs';
import { signedInContext } from './signed-in.mjs';
import { desktop, launch } from './yardstick.mjs';

const fields = 40;
const columns = Array.from({ length: 8 }, (_, n) => `text_${n + 1}`);
export const formName = 'bench-forms';

const kinds = [
  "type: 'string', maxLength: 80",
  "type: 'integer', minimum: 0",
  "type: 'boolean'",
  "type: 'string', format: 'date'",
  "type: 'string', enum: ['new', 'open', 'done']",
];
/** A resource with 40 fields, eight of them shown in its list: texts, or of five kinds in turn. */
export const formFile = (name = formName) => `
import { defineResource } from '../kit/resource';

export const ${name.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase())} = defineResource({
  name: '${name}',
  label: 'Bench form${name.slice(formName.length)}',
  menu: { group: 'Setting', under: 'Configuration', tab: '${name}', path: '/config/${name}' },
  access: { code: 'Setting_Configuration' },
  fields: {
    type: 'object',
    required: ['text_1'],
    additionalProperties: false,
    properties: {
${Array.from({ length: fields }, (_, n) => `      text_${n + 1}: { ${kinds[name === formName ? 0 : n % kinds.length]} },`).join('\n')}
    },
  },
  columns: ${JSON.stringify(columns)},
  sort: ['text_1'],
  examples: [{ text_1: 'First' }],
});
`;

/**
 * `few` and `many` are started products (`{ url, log() }`). Returns the ratio of their times to the first lead row, of the quickest
 * quarter of each (whatever else the machine does only adds to a visit), and the medians in ms of a key stroke (CPU time of the page's main thread) and of a list on `many`.
 */
export async function measurePages({ few, many, email }) {
  const browser = await launch();
  const arms = [];
  for (const product of [few, many]) {
    const context = await signedInContext(browser, product, email);
    arms.push({ product, storageState: await context.storageState(), rows: [] });
    await context.close();
  }
  for (let turn = 0; turn < 40; turn++)
    for (const arm of turn % 2 ? arms : arms.toReversed()) arm.rows.push(await firstRow(browser, arm));
  const context = await browser.newContext({ viewport: desktop, storageState: arms[1].storageState });
  const page = await context.newPage();
  const key = await keyStroke(browser, page, many);
  await fill(page, many);
  const list = [];
  for (let turn = 0; turn < 5; turn++) list.push(await listAfterData(page, many));
  await browser.close();
  const [quick, quickOfMany] = arms.map(({ rows }) => quarterOf(rows));
  return { firstRow: quickOfMany / quick, key, list: median(list) };
}

async function firstRow(browser, { product, storageState }) {
  const context = await browser.newContext({ viewport: desktop, storageState });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (!document.querySelector('a[href^="/lp/"]')) return requestAnimationFrame(look);
      window.firstRow = performance.now();
    };
    requestAnimationFrame(look);
  });
  await page.goto(`${product.url}/leads?type=all`, { waitUntil: 'commit' });
  const ms = await (await page.waitForFunction(() => window.firstRow, undefined, { timeout: 60_000 })).jsonValue();
  await context.close();
  return ms;
}

/** The time that a quarter of the visits keep within. */
const quarterOf = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)];

/** The middle field of a new record's form, once all forty are shown. */
async function keyStroke(browser, page, { url }) {
  await page.goto(`${url}/config/${formName}/new`);
  const inputs = page.locator('form.p-form input');
  await page.waitForFunction((n) => document.querySelectorAll('form.p-form input').length >= n, fields);
  await page.waitForTimeout(1000);
  await inputs.nth(fields / 2).click();
  await page.keyboard.type('warm up ');
  const { keys } = await mainThread(browser, page, () => page.keyboard.type('one key after another', { delay: 60 }));
  await inputs.nth(fields / 2).fill('');
  return median(keys);
}

/** Writes fifty rows through the API, as the page would. */
async function fill(page, { url }) {
  await page.goto(`${url}/config/${formName}`);
  const failed = await page.evaluate(
    async ([resource, names]) => {
      const { token } = JSON.parse(localStorage.getItem('currentUser'));
      const xsrf = /XSRF-TOKEN=([^;]*)/.exec(document.cookie)[1];
      let bad = 0;
      for (let n = 0; n < 50; n++) {
        const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, `${name} of row ${n}`])));
        const headers = { authorization: `Bearer ${token}`, 'x-xsrf-token': xsrf, 'content-type': 'application/json' };
        const answer = await fetch(`/api/res/${resource}`, { method: 'POST', headers, body });
        if (!answer.ok) bad++;
      }
      return bad;
    },
    [formName, columns],
  );
  if (failed) throw new Error(`${failed} of 50 rows were refused`);
}

/**
 * The time from the last byte of the rows until the page shows all fifty and its main thread is idle. Ten of them are shown before: in
 * a first visit the rows are there before the page's scripts are, whose time is that of another figure.
 */
async function listAfterData(page, { url }) {
  await page.goto('about:blank');
  await page.goto(`${url}/config/${formName}?size=10`);
  await page.waitForFunction(() => document.querySelectorAll('main tbody tr').length >= 10);
  await page.waitForTimeout(500);
  return page.evaluate(
    (resource) =>
      new Promise((resolve) => {
        const look = () => {
          if (document.querySelectorAll('main tbody tr').length < 50) return setTimeout(look, 1);
          requestIdleCallback(() => {
            const data = performance.getEntriesByType('resource').filter(({ name }) => name.includes(`/api/res/${resource}?`));
            resolve(performance.now() - data.at(-1).responseEnd);
          });
        };
        history.pushState(history.state, '', '?size=50');
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
        look();
      }),
    formName,
  );
}
