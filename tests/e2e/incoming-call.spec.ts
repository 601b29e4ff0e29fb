import type { Locator, Page } from '@playwright/test';
import type { JourneyEntry } from '../../src/schemas/kit/lead-journey';
import { asks } from './asks';
import { open, soon, whenLive } from './live-pages';
import { expect, test } from './product';

const counsellor = 'counsellor@northstar.example';
const caller = 'caller@northstar.example';
const ringing = (page: Page): Locator => page.getByRole('region', { name: 'Call Connecting' });
const talking = (page: Page): Locator => page.getByRole('region', { name: 'Call in progress' });
const stageForm = (page: Page): Locator => page.getByRole('dialog').filter({ hasText: 'Add Lead Stage' });
const hasNone = async (...pages: Page[]): Promise<void> => {
  for (const page of pages) {
    await expect(ringing(page)).toBeHidden();
    await expect(talking(page)).toBeHidden();
    await expect(stageForm(page)).toBeHidden();
  }
};
const noteOf = (page: Page): Locator => page.locator('.p-call').getByLabel(/Note/);
/** Types into the note of the popup and waits until the server has it. */
async function writeNote(page: Page, text: string): Promise<void> {
  const kept = page.waitForResponse(
    (response) => response.url().endsWith('/dialer/note') && (response.request().postData() ?? '').includes(text),
  );
  await noteOf(page).fill(text);
  expect((await kept).status()).toBe(200);
}

test('a call rings in every browser of its user, is answered in one, and opens one stage form', async ({ browser, product }) => {
  const admin = await open(browser, product, 'admin@northstar.example', '/dashboard');
  const ringFor = async (page: Page, about: object): Promise<void> => {
    const user_id = await page.evaluate(() => (JSON.parse(localStorage.getItem('currentUser')!) as { id: string }).id);
    await asks(admin, 'POST', 'dialer/sandbox-call', { user_id, ...about });
  };
  const unanswered = [
    await open(browser, product, caller, '/dashboard'),
    await open(browser, product, caller, '/leads?type=all'),
  ] as const;
  await Promise.all(unanswered.map(whenLive));
  await ringFor(unanswered[0], { phone: '9833300001' });
  await soon(...unanswered.map(ringing));

  const desk = await open(browser, product, counsellor, '/leads?type=all');
  const home = await open(browser, product, counsellor, '/dashboard');
  await Promise.all([desk, home].map(whenLive));
  const link = desk.locator('tbody a[href^="/lp/"]').first();
  const name = await link.innerText();
  const lead = (await link.getAttribute('href'))!.split('/')[2]!;
  const ring = (): Promise<void> => ringFor(desk, { lead_id: lead });
  const calls = async (): Promise<Extract<JourneyEntry, { kind: 'call' }>[]> => {
    const { data } = (await asks(desk, 'GET', `leads/${lead}/journey?type=call`)) as unknown as { data: JourneyEntry[] };
    return data.flatMap((one) => (one.kind === 'call' ? [one] : []));
  };

  await test.step('a reload keeps it, and a browser that signs in meanwhile shows it too', async () => {
    await ring();
    await soon(ringing(desk), ringing(home));
    await writeNote(desk, 'Asks for a hostel');
    await home.reload();
    await soon(ringing(home));
    await expect(noteOf(home)).toHaveValue('Asks for a hostel');
  });
  const late = await open(browser, product, counsellor, '/myfollowup?stage=today');
  await test.step('answered in one browser it leaves the others, and only that one opens the form', async () => {
    await soon(ringing(late));
    await expect(ringing(late)).toContainText(name);
    await expect(noteOf(late)).toHaveValue('Asks for a hostel');
    await ringing(home).getByRole('button', { name: 'Answer' }).click();
    await soon(talking(home));
    await hasNone(desk, late);

    await writeNote(home, 'Asks for a hostel near the library');
    await home.reload();
    await soon(talking(home));
    await noteOf(home).fill('Asks for a hostel near the library, from June');
    await talking(home).getByRole('button', { name: 'Disconnect' }).click();
    await soon(stageForm(home));
    await expect(stageForm(home)).toHaveCount(1);
    await expect(stageForm(home).getByLabel('Comment')).toHaveValue('Asks for a hostel near the library, from June');
    await hasNone(desk, late);
  });
  await test.step('the note stays with the call although the form is discarded', async () => {
    await home.keyboard.press('Escape');
    await home.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
    await expect(stageForm(home)).toBeHidden();
    expect((await calls())[0]).toMatchObject({
      direction: 'inbound',
      outcome: 'answered',
      note: 'Asks for a hostel near the library, from June',
    });
  });
  await test.step('rejected in one browser it leaves the others and is stored as rejected', async () => {
    await ring();
    await soon(ringing(desk), ringing(home), ringing(late));
    await ringing(late).getByRole('button', { name: 'Disconnect' }).click();
    await soon(stageForm(late));
    await hasNone(desk, home);
    expect((await calls())[0]).toMatchObject({ direction: 'inbound', outcome: 'rejected', talk_s: 0 });
  });
  await test.step('missed it leaves both browsers and waits in the queue', async () => {
    for (const page of unanswered) await expect(ringing(page)).toBeHidden();
    const missed = unanswered[0].getByRole('region', { name: 'Your work now' }).getByRole('listitem').first();
    await expect(missed).toContainText('98333 00001');
    await hasNone(...unanswered);
  });
  await Promise.all([admin, desk, home, late, ...unanswered].map((page) => page.context().close()));
});
