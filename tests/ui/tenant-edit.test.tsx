import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, signedInAs } from './browser-fixture';
import { edit, field, isOpen, page, setUp, tearDown, toastOf, type, wait, world } from './tenant-edit-world';

vi.mock('virtual:manifest', () => import('./compiled-manifest'));
beforeEach(setUp);
afterEach(tearDown);

describe('the modal', () => {
  it('TENANT-025 TENANT-026 ACL-012 opens with Edit, which only role 1 has', async () => {
    await edit();
    expect(isOpen()).toBe(true);
    cleanup();
    document.body.innerHTML = '';
    signedInAs(2);
    await page({ openEdit: true });
    await wait(2000);
    expect(screen.getByText('Basic Details')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(isOpen()).toBe(false);
  });

  it('TENANT-028 TENANT-029 CONST-039 hides the form until the college list has loaded, checking every 100 ms', async () => {
    let give: (answer: Response) => void = () => undefined;
    world['lead-gen/colleges'] = () => new Promise((resolve) => (give = resolve));
    await edit();
    expect(document.querySelector('form')).toBeNull();
    give(json({ code: 200, data: [] }));
    const polls = vi.getTimerCount();
    expect(polls).toBeGreaterThan(0);
    await wait(20);
    await wait(100);
    expect(document.querySelector('form')).not.toBeNull();
  });

  it('TENANT-030 TENANT-031 CONST-038 opens by itself 800 ms after arrival, but only on request', async () => {
    await page({ openEdit: true }); // returns after 50 ms
    await wait(740);
    expect(isOpen()).toBe(false);
    await wait(20);
    expect(isOpen()).toBe(true);
    cleanup();
    document.body.innerHTML = '';
    await page();
    await wait(3000);
    expect(isOpen()).toBe(false);
  });

  it('asks before typed text is lost, and closes at once if nothing differs in the end', async () => {
    await edit();
    const cancel = (): void => void fireEvent.click(document.querySelector('.p-tenant-modal .ant-modal-close')!);
    const questions = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.ant-modal-confirm')];
    const answer = (text: string): void => {
      const found = within(questions().at(-1)!).getByText(text);
      fireEvent.click(found);
    };
    type('pincode', '411016');
    await wait(0);
    cancel();
    await wait(500);
    expect(questions().at(-1)!.textContent).toContain('Leave without saving?');
    answer('Keep editing');
    await wait(500);
    expect(field('pincode').value).toBe('411016');
    cancel();
    await wait(500);
    answer('Leave');
    await wait(500);
    expect(field('pincode')).toBeNull();
    const asked = questions().length;
    fireEvent.click(screen.getByRole('button', { name: 'Edit', hidden: true }));
    for (let n = 0; n < 3; n++) await wait(101);
    type('pincode', '411016');
    await wait(0);
    type('pincode', ''); // as it was stored
    await wait(0);
    fireEvent.click(document.querySelector('.p-tenant-modal .ant-modal-close')!);
    await wait(500);
    expect(questions()).toHaveLength(asked);
    expect(field('pincode')).toBeNull();
  });

  it.each([
    ['TENANTEDIT-125', 'lead-gen/colleges', 'Failed to fetch college list'],
    ['TENANTEDIT-126', 'getcountries', 'Failed to fetch countries list'],
    ['TENANTEDIT-127', 'get-all-sources', 'Failed to fetch sources list'],
  ])('%s warns when %s fails, and shows the form all the same', async (_id, call, text) => {
    world[call] = () => json({ code: 500, message: 'no' });
    await edit();
    expect(toastOf('warning')).toBe(text);
    expect(document.querySelector('form')).not.toBeNull();
  });
});
