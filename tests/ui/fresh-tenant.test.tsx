import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFreshTenant } from '../../src/custom/shell/use-fresh-tenant';
import { currentSession, updateTenant } from '../../src/providers/session/session';
import { loadTenantConfig } from '../../src/providers/session/tenant-config';
import { tenantZone } from '../../src/ui/time/clock';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';

function Shell({ tenantId }: { tenantId: string }): ReactNode {
  useFreshTenant(tenantId);
  return null;
}
const brand = (): unknown => currentSession()!.persisted.tenant.brand_name;
const asked = (brand_name: string): void =>
  void stubNetwork(() => json({ code: 200, data: { brand_name, entity_name: 'Colleges', timezone: 'Asia/Dubai' } }));

beforeEach(() => {
  freshBrowser('/');
  signedIn();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('TENANTEDIT-129 an earlier request of the shell does not overwrite what was saved in the first seconds', async () => {
  asked('As it was');
  void loadTenantConfig();
  const { id } = currentSession()!.persisted.tenant;
  render(<Shell tenantId={id} />);
  updateTenant({ id, brand_name: 'Pole Star' });
  await vi.advanceTimersByTimeAsync(4000);
  expect(brand()).toBe('Pole Star');
});

it('adopts a name and a time zone that someone else saved since the sign-in', async () => {
  asked('As it was');
  const { id } = currentSession()!.persisted.tenant;
  render(<Shell tenantId={id} />);
  await vi.advanceTimersByTimeAsync(4000);
  expect(brand()).toBe('As it was');
  expect(tenantZone()).toBe('Asia/Dubai');
});
