import { freeDesk } from './free-desk';
import { expect, signInOn, test } from './product';

test('MOBILE-007 CALL-153 a manager watches a call, listens in, takes it over, and finds it in the history', async ({
  browser,
  product,
  signIn,
}) => {
  const agent = await signIn('counsellor@northstar.example', '/myfollowup');
  await freeDesk(agent); // with a call of theirs left open, the dialer asks for its outcome before another number
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 } });
  const manager = await signInOn(await context.newPage(), product, 'manager@northstar.example', '/leads?type=all');
  await manager.getByRole('link', { name: 'Live Calls' }).click();
  await expect(manager.getByRole('heading', { level: 1, name: 'Live Calls' })).toBeVisible();
  await expect(manager.getByText('98220 12340')).toHaveCount(0);
  await manager.setViewportSize({ width: 1366, height: 768 });

  await agent.getByRole('button', { name: 'Dialer', exact: true }).click();
  const dialer = agent.getByRole('dialog', { name: 'Dialer' });
  await dialer.getByRole('textbox', { name: 'Phone number' }).fill('9822012340');
  await agent.keyboard.press('Enter');

  const calls = manager.getByRole('table', { name: 'Calls in progress' });
  const row = calls.getByRole('row').filter({ hasText: '98220 12340' });
  await expect(row).toContainText('Talking'); // rings, is answered: all of it came over the socket
  await row.getByRole('button', { name: 'Listen' }).click();
  await expect(row).toContainText('listens');
  await row.getByRole('button', { name: /^More for the call/ }).click();
  await manager.getByRole('menuitem', { name: 'Take over' }).click();
  await manager.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  await expect(row.filter({ hasText: 'Wrap-up' })).toBeVisible();
  const own = row.filter({ hasText: 'Talking' });
  await expect(own.getByRole('button', { name: 'Hang up' })).toBeVisible();
  // The call is in this window now, as if it had rung here.
  const call = manager.getByRole('region', { name: 'Call in progress' });
  await call.getByRole('button', { name: /^Mute/ }).click();
  await expect(call.getByRole('button', { name: /^Unmute/ })).toBeVisible();
  await call.getByRole('button', { name: 'Disconnect' }).click();
  await expect(own).toBeHidden();

  await manager.goto('/lead-calls-history');
  await expect(manager).toHaveURL(/started_at_between=today/);
  const history = manager.getByRole('table', { name: 'Call History User' });
  await expect(history.getByRole('row').filter({ hasText: '98220 12340' })).toHaveCount(2);
  await manager.getByRole('button', { name: /^Inbound/ }).click();
  await expect(history.getByRole('row').filter({ hasText: '98220 12340' })).toHaveCount(1);
  await context.close();
});
