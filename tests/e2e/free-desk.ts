import type { Page } from '@playwright/test';
import type { DialerDesk } from '../../src/schemas/calls/dialer';
import { asks } from './asks';

/** Ends the call and gives back the lead that an earlier test left at this user's desk: the desk shows them before any list. */
export async function freeDesk(page: Page): Promise<void> {
  const { call, lead } = (await asks(page, 'GET', 'dialer/desk'))['data'] as DialerDesk;
  if (call) {
    const user_id = await page.evaluate(() => (JSON.parse(localStorage.getItem('currentUser')!) as { id: string }).id);
    if (call.state !== 'wrap_up') await asks(page, 'POST', 'dialer/hangup', { user_id, call_id: call.id });
    await asks(page, 'POST', 'dialer/outcome', { call_id: call.id, outcome: 'answered' });
  } else if (lead) await asks(page, 'POST', 'dialer/leave', { entry_id: lead.entry_id, how: 'release' });
}
