import type { Locator, Page } from '@playwright/test';
import { expect } from './product';

export interface Keyboard {
  readonly press: (...keys: string[]) => Promise<void>;
  readonly used: () => number;
}
/** Counts every key that is pressed, except those of a comment. */
export function keyboardOf(page: Page): Keyboard {
  let used = 0;
  return {
    press: async (...keys) => {
      for (const key of keys) {
        used += 1;
        await page.keyboard.press(key);
      }
    },
    used: () => used,
  };
}
export const stageField = (page: Page): Locator => page.getByRole('dialog').getByLabel('Stage', { exact: true });

/** '3 of 43' in the dialog, as two numbers. */
export async function placeIn(page: Page): Promise<readonly [number, number]> {
  const text = (await page.getByRole('dialog').locator('.ca-place').textContent()) ?? '';
  const [, at = '', of = ''] = /^([\d,]+) of ([\d,]+)/.exec(text) ?? [];
  return [Number(at.replaceAll(',', '')), Number(of.replaceAll(',', ''))];
}

/** Waits for a form that is ready and focused; false if the lead is enrolled, so that its stage is fixed. */
export async function takesStage(page: Page): Promise<boolean> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('.ca-foot').getByText('Loading the lead')).toHaveCount(0);
  await expect(dialog.locator('#ca-stage:focus:not([disabled]), #ca-sub:focus:not([disabled])')).toHaveCount(1);
  return stageField(page).isEnabled();
}
