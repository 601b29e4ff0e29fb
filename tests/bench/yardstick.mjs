// How fast this machine is, now: bars in milliseconds were set on another one, and machines that are shared change within the hour.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { slowness } from './first-row.mjs';
import { reactAdminPage } from './react-admin-page.mjs';
import { rows } from './static-page.mjs';

/**
 * `slower()` measures how many times slower this machine is than the one on which the bars were set, by react-admin's list, at least
 * 1; always 1 where react-admin cannot be installed. `close()` lets go of its port.
 */
export async function yardstick(port) {
  const reactAdmin = await reactAdminPage(rows, port);
  return {
    async slower() {
      if (!reactAdmin) return 1;
      const browser = await launch();
      try {
        return await slowness({ browser, reactAdmin, desktop });
      } finally {
        await browser.close();
      }
    },
    close: () => reactAdmin?.close(),
  };
}

export const desktop = { width: 1366, height: 768 };

export function launch() {
  const path = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
  return chromium.launch({
    ...(path ? { executablePath: path } : {}),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
}
