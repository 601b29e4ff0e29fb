import AxeBuilder from '@axe-core/playwright';
import type { Locator } from '@playwright/test';
import { choose } from './choose';
import { expect, test } from './product';

test.use({ actionTimeout: 20_000 });

test('PRODUCT-015 a form of five questions is built by keyboard and mouse, reordered, saved, and reopens unchanged', async ({
  signIn,
}) => {
  const page = await signIn('admin@northstar.example', '/form-builder/forms/new');
  await page.setViewportSize({ width: 1366, height: 768 });
  const form = page.locator('form.p-form');
  const questions = form.getByRole('group', { name: 'Questions' });
  const preview = form.getByRole('region', { name: 'Preview' });
  await form.getByLabel(/^Name/).first().fill('Walk-in enquiry');
  await form.getByLabel(/^URL path/).fill('walk-in-enquiry');
  await expect(names(questions)).toHaveText(['Name*', 'Email*', 'Phone*']);

  // the focus goes to the new question; its key follows the label, and the preview follows what is typed
  await questions.getByRole('button', { name: 'Add question' }).click();
  await expect(questions.getByLabel('Label')).toBeFocused();
  await page.keyboard.type('Course');
  await choose(page, questions.getByLabel('Type'), /^Single choice$/);
  await questions.getByLabel('Options, one per line').fill('B.Tech\nMBA\n\nB.Tech');
  await expect(questions.getByText("Question 'Course' (course): option 'B.Tech' appears twice")).toBeVisible();
  await questions.getByLabel('Options, one per line').fill('B.Tech\nMBA\n');
  await expect(questions.locator('.p-error')).toHaveCount(0);
  await questions.getByLabel('Must be answered').click();
  await preview.getByLabel('Course').click();
  await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option')).toHaveText(['B.Tech', 'MBA']);
  await page.keyboard.press('Escape');

  await questions.getByRole('button', { name: 'Add question' }).press('Enter');
  await page.keyboard.type('Class 12 %');
  await page.keyboard.press('Enter'); // does not save the unfinished form
  await choose(page, questions.getByLabel('Type'), /^Number$/);
  await questions.getByLabel('Maximum', { exact: true }).fill('100');
  await questions.getByLabel('Help below the question').fill('As on the marksheet');
  await expect(preview.getByText('As on the marksheet')).toBeVisible();
  await expect(questions.getByText('class_12')).toBeVisible();

  // a long text stays a long text while its limit is retyped
  await questions.getByRole('button', { name: 'Add question' }).click();
  await page.keyboard.type('Essay');
  await choose(page, questions.getByLabel('Type'), /^Long text$/);
  const most = questions.getByLabel('Maximum characters');
  await most.press('Control+A');
  await most.press('Backspace');
  await expect(questions.getByRole('button', { name: /Essay Long text$/ })).toBeVisible();
  await page.keyboard.type('5000');
  await page.keyboard.press('Tab');
  await expect(most).toHaveValue('5000');
  await most.press('Control+A');
  await most.press('Backspace');
  await page.keyboard.press('Tab');
  await expect(most).toHaveValue('5000');
  await questions.getByRole('button', { name: 'Remove Essay' }).click();

  // duplicate and remove
  await questions.getByRole('button', { name: 'Duplicate Class 12 %' }).click();
  await expect(questions.getByLabel('Label')).toBeFocused();
  await expect(names(questions)).toHaveText(['Name*', 'Email*', 'Phone*', 'Course*', 'Class 12 %', 'Class 12 % (copy)']);
  await questions.getByRole('button', { name: 'Remove Class 12 % (copy)' }).click();
  await expect(names(questions)).toHaveCount(5);

  // reorder with the buttons, where the focus stays on the question, and with the arrow keys
  await questions.getByRole('button', { name: 'Move Course up' }).press('Enter');
  await page.keyboard.press('Enter');
  await expect(names(questions)).toHaveText(['Name*', 'Course*', 'Email*', 'Phone*', 'Class 12 %']);
  await expect(questions.getByRole('button', { name: 'Move Course up' })).toBeFocused();
  await questions.getByRole('button', { name: /^5\. Class 12 %/ }).press('Alt+ArrowUp');
  await expect(names(questions)).toHaveText(['Name*', 'Course*', 'Email*', 'Class 12 %', 'Phone*']);
  await expect(questions.getByRole('status')).toHaveText('Class 12 % is now question 4 of 5');

  // a question without a label is refused by its key, then corrected
  await questions.getByRole('button', { name: /^1\. Name/ }).click();
  await questions.getByLabel('Label').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByText("Question 'name': a label is required").first()).toBeVisible();
  await questions.getByLabel('Label').fill('Your name');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('res/forms'));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Form saved')).toBeVisible();
  const sent = (await saved).request().postDataJSON() as { schema: { required: string[]; properties: object } };
  expect(sent.schema).toEqual({
    type: 'object',
    required: ['name', 'course', 'email', 'phone'],
    properties: {
      name: { type: 'string', title: 'Your name', minLength: 1, maxLength: 120 },
      course: { type: 'string', title: 'Course', enum: ['B.Tech', 'MBA'] },
      email: { type: 'string', title: 'Email', format: 'email' },
      class_12: { type: 'number', title: 'Class 12 %', maximum: 100, description: 'As on the marksheet' },
      phone: { type: 'string', title: 'Phone', pattern: '^\\+?[0-9]{6,15}$' },
    },
  });

  // on its page, then in the form again, at 390 px and in the dark theme
  await page.goto('/form-builder/forms?q=Walk-in');
  await page.getByRole('link', { name: 'Walk-in enquiry', exact: true }).click();
  await expect(page.locator('.p-questions-read li')).toContainText(['Your name', 'Course', 'Email', 'Class 12 %', 'Phone']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(names(questions)).toHaveText(['Your name*', 'Course*', 'Email*', 'Class 12 %', 'Phone*']);
  await questions.getByRole('button', { name: /^2\. Course/ }).click();
  await expect(questions.getByLabel('Options, one per line')).toHaveValue('B.Tech\nMBA');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBe(0);
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
});

test('PRODUCT-015 an application asks the questions of its form; another form keeps none of the answers', async ({ signIn }) => {
  const page = await signIn('admin@northstar.example', '/form-builder/applicant-manager/new');
  const form = page.locator('form.p-form');
  const answers = form.getByRole('group', { name: 'Answers' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(answers).toContainText('Choose the form first');
  await choose(page, form.getByLabel(/^Applicant/), /^[^+]/);
  await choose(page, form.getByLabel(/^Form/), /^B.Tech application$/);
  await answers.getByLabel('JEE rank').fill('1200');
  await answers.getByLabel(/^Full name/).fill('Aarav Sharma');

  // another form: its questions, without the answers to the first one
  await choose(page, form.getByLabel(/^Form/), /^MBA application$/);
  await expect(answers.getByLabel('Entrance test')).toBeVisible();
  await expect(answers.getByLabel('JEE rank')).toHaveCount(0);
  await expect(answers.getByLabel(/^Full name/)).toHaveValue('');
  await answers.getByLabel(/^Full name/).fill('Aarav Sharma');
  await choose(page, answers.getByLabel('Entrance test'), /^XAT$/);
  await answers.getByLabel('Class 12 %').fill('140');
  await save.click();
  await expect(form.locator('.p-error')).toContainText('Class 12 %');
  await answers.getByLabel('Class 12 %').fill('84');
  const saved = page.waitForResponse(
    (one) => one.request().method() === 'POST' && one.url().endsWith('res/applications') && one.ok(),
  );
  await save.click();
  const answer = await saved;
  expect((answer.request().postDataJSON() as { answers: object }).answers).toEqual({
    name: 'Aarav Sharma',
    exam: 'XAT',
    percent_12: 84,
  });
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`/form-builder/applicant-manager/${id}`);
  await expect(page.locator('.p-questions-read li')).toHaveText([
    'Full name: Aarav Sharma',
    'Class 12 %: 84',
    'Entrance test: XAT',
  ]);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(answers.getByLabel('Class 12 %')).toHaveValue('84');
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
  expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
});

const names = (questions: Locator): Locator => questions.locator('.p-question-name .p-cut');
