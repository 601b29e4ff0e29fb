import { Refine, type DataProvider } from '@refinedev/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from './app-fixture';
import { useEffect } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { expect, vi } from 'vitest';
import DialerListPage from '../../src/custom/dialer-list/dialer-list-page';
import { screens as listScreens } from '../../src/custom/dialer-list/screen';
import DialerRulePage from '../../src/custom/dialer-rules/dialer-rule-page';
import { screens as ruleScreens } from '../../src/custom/dialer-rules/screen';
import { forgetPermissions, knowUser } from '../../src/providers/session/permissions';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Asked } from './browser-fixture';

export type Row = Record<string, unknown>;
export const high = {
  columnName: 'priority',
  operator: 'in',
  value: 2,
  valueAry: [{ key: 2, value: 'High' }],
  displayName: 'High',
  belongsTo: '',
  type: 'select',
};
export const stored = {
  id: 'r-1',
  name: 'Hot West',
  triggerType: 'update',
  rule: [
    { condition: 'Or', rules: [high, { ...high, columnName: 'gender', operator: 'NOT IN', value: 'male', displayName: 'Male' }] },
    { condition: 'And', rules: [{ ...high, columnName: 'state', value: ['Goa'], displayName: 'Goa', type: 'multiselect' }] },
  ],
  globleCondtion: 'Or',
  listIds: ['l-1'],
  listNames: ['Morning calls'],
  priority: 3,
  status: 1,
  createdByName: 'Meera D.',
  createdAt: '2026-03-09T12:50:00.000Z',
};
export let asked: Asked[];
let rule: Row;
/** The list returns rules without their conditions; the record has them. */
let longRules = false;
let saved: () => Response;
let acl: Promise<Response> | undefined;
export let place = '';
export const setUp = () => {
  freshBrowser('/');
  windowWidth(1366);
  forgetPermissions();
  rule = stored;
  longRules = false;
  acl = undefined;
  saved = () => json({ code: 200, data: stored });
  asked = stubNetwork(({ path, method, body }) => {
    if (path === 'acl') return acl ?? json({ code: 200, data: [] });
    if (path === 'get_tenant_by_id/t-1') return json({ code: 200, data: [{ id: 't-1', default_college_id: 104 }] });
    if (path === 'dialer/lead/list')
      return json({
        code: 200,
        data: [
          { key: 'l-1', value: 'Morning calls' },
          { key: 'l-2', value: 'Evening' },
        ],
      });
    if (path === 'dialer/config' && method === 'POST') return saved();
    if (path === 'dialer/config/r-1' || path === 'dialer/config/r-1-0') return json({ code: 200, data: rule });
    if (path === 'get/cities-by-states')
      return json({
        code: 200,
        data: (body as { states: string[] }).states.map((state) => ({ id: 1, name: `${state} city`, state })),
      });
    if (path === 'get/courses-by-streams')
      return json({
        code: 200,
        data: (body as { streams: string[] }).streams.map((stream) => ({ id: 'c-1', name: `${stream} course` })),
      });
    if (path.startsWith('dialer/config?')) {
      const page = Number(new URLSearchParams(path.split('?')[1]).get('page_number'));
      const rows = Array.from({ length: page === 1 ? 10 : 2 }, (_, n) => ({
        ...stored,
        id: `r-${page}-${n}`,
        name: `Rule ${page}-${n}`,
        status: n % 2,
        ...(longRules ? { rule: undefined } : {}),
      }));
      return json({ code: 200, data: { data: rows, count: 12 } });
    }
    return undefined;
  });
  signedIn({ role: 1 });
  knowUser();
};
export const tearDown = () => {
  cleanup();
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
};
const stages = [
  { id: 's-1', stage_name: 'Fresh', sub_stages: [{ name: 'New today' }] },
  { id: 's-2', stage_name: 'Hot', sub_stages: [{ name: 'Paying' }] },
];
const provider = {
  getApiUrl: () => '',
  getList: ({ resource }: { resource: string }) =>
    Promise.resolve(resource === 'lead-stages' ? { data: stages, total: 2 } : { data: [], total: 0 }),
} as unknown as DataProvider;
function Place(): null {
  const { pathname, search } = useLocation();
  useEffect(() => {
    place = pathname + search;
  });
  return null;
}
export function open(at: string): void {
  render(
    <App>
      <MemoryRouter initialEntries={[at]}>
        <Refine dataProvider={provider} options={{ disableTelemetry: true }}>
          <Place />
          <Routes>
            <Route path={ruleScreens[0]!.path} element={<DialerRulePage />} />
            <Route path={listScreens[0]!.path} element={<DialerListPage />} />
          </Routes>
        </Refine>
      </MemoryRouter>
    </App>,
  );
}
export const form = () => screen.findByRole('form', { name: 'Dialer rule' });
export const box = (name: string | RegExp): HTMLElement => screen.getByRole('combobox', { name });
export const posts = () =>
  asked.filter(({ path, method }) => path === 'dialer/config' && method === 'POST').map(({ body }) => body as Row);
export const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
export const toast = (text: string) =>
  waitFor(() => expect([...document.querySelectorAll('.p-toast')].at(-1)?.textContent).toBe(text));
/** Opens a select and returns the texts of its options. */
export async function options(name: string | RegExp): Promise<string[]> {
  fireEvent.mouseDown(box(name));
  await waitFor(() => expect(box(name).getAttribute('aria-expanded')).toBe('true'));
  const list = document.getElementById(String(box(name).getAttribute('aria-controls')))!.closest('.ant-select-dropdown')!;
  return [...list.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent);
}
export async function choose(name: string | RegExp, text: string): Promise<void> {
  await options(name);
  if (String(name).endsWith('column')) fireEvent.change(box(name), { target: { value: text } }); // only visible ones are drawn
  const list = document.getElementById(String(box(name).getAttribute('aria-controls')))!.closest('.ant-select-dropdown')!;
  fireEvent.click([...list.querySelectorAll('.ant-select-item-option')].find((one) => one.textContent === text)!);
}
export const several = (name: RegExp): boolean => box(name).closest('.ant-select-multiple') !== null;
export const setSaved = (next: typeof saved): void => void (saved = next);
export const setRule = (next: typeof rule): void => void (rule = next);
export const setAcl = (next: typeof acl): void => void (acl = next);
export const setLongRules = (next: typeof longRules): void => void (longRules = next);
