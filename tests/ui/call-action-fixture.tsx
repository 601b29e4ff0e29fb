import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { App } from './app-fixture';
import { vi } from 'vitest';
import LeadStageHost from '../../src/custom/call-action/lead-stage-host';
import { startSession } from '../../src/providers/session/session';
import { closeLeadStage, openLeadStage, type ObdCall } from '../../src/providers/screens/lead-stage-modal';

export const stages = [
  { _id: 's-fresh', id: 's-fresh', stage_name: 'Fresh', sub_stages: [], color: '#868e96' },
  {
    _id: 's-call',
    id: 's-call',
    stage_name: 'Call back',
    sub_stage_required: true,
    followup_required: true,
    is_allow_user_lock_stage: true,
    sub_stages: [{ name: 'With parents' }, { name: 'In exam' }],
  },
  { _id: 's-int', id: 's-int', stage_name: 'Interested', followup_required: true, sub_stages: [{ name: 'Campus visit' }] },
  { _id: 's-enr', id: 's-enr', stage_name: 'Enrolled', sub_stages: [{ name: 'Fee paid' }, { name: 'Documents' }] },
];
export const lead = {
  id: 'lead-1',
  name: 'Aarav Deshmukh',
  phone: '+919876543210',
  source: 'src-first',
  last_source: 'src-last',
  clg_id: 7,
  last_re_enquired_clg_id: 9,
  re_enquired_clgs: [],
  last_callaction_btn_message: 'Interested',
  last_callaction_sub_stage: 'Campus visit',
  last_callaction_followup_status: null as number | string | null,
};
export const pendingLine = {
  id: 'f-1',
  call_action_id: 'ca-1',
  call_date_time: '2026-03-12T04:00:00.000Z',
  btn_message: 'Call back',
  created_date: '2026-03-10T12:12:00.000Z',
  note: null,
  user_id: 'u-1',
  user_name: 'Rohini',
};

/** The fake server: what each address answers, and what was requested. */
export interface World {
  lead: typeof lead;
  pending: (typeof pendingLine)[];
  automation: 0 | 1;
  enforce: boolean;
  stages: readonly object[];
  stagesFail: boolean;
  /** The lead is another's by now. */
  gone: boolean;
  save: () => Response | Promise<Response>;
  mark: () => Response;
  readonly calls: { method: string; path: string; body: Record<string, unknown> | undefined }[];
}
export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

export function makeWorld(change: Partial<World> = {}): World {
  const world: World = {
    lead: { ...lead },
    pending: [],
    automation: 1,
    enforce: false,
    stages,
    stagesFail: false,
    gone: false,
    save: () => json({ code: 200, message: 'Saved Successfully', data: { call_action_id: 'ca-9', follow_up_id: null } }),
    mark: () => json({ code: 200, message: 'Followup done successfully.', data: {} }),
    calls: [],
    ...change,
  };
  signIn(world.automation);
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(input), 'http://localhost');
    const path = url.pathname.replace(/^\/api\//, '') + url.search;
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : undefined;
    world.calls.push({ method: init?.method ?? 'GET', path, body });
    if (path.startsWith('res/leads/')) return world.gone ? json({ code: 403, message: 'Not yours' }, 403) : json(world.lead);
    if (path.startsWith('getLeadStages'))
      return world.stagesFail
        ? json({ code: 500, message: 'broken' }, 500)
        : json({ code: 200, data: world.stages, count: world.stages.length });
    if (path.startsWith('lead-gen/colleges'))
      return json({
        code: 200,
        data: [
          { clg_id: 7, clg_name: 'MIT-WPU, Pune' },
          { clg_id: 8, clg_name: 'SRM, Chennai' },
        ],
      });
    if (path.startsWith('followup/lead/mark-status/')) return world.mark();
    if (path.startsWith('followup/lead/')) return json({ code: 200, data: world.pending, count: world.pending.length });
    if (path.startsWith('callGenerate')) return world.save();
    if (path.startsWith('tenant-config'))
      return json({
        code: 200,
        data: { enforce_pending_followup: world.enforce },
      });
    if (path.includes('/journey')) return json({ code: 200, data: [], next: null });
    return json({ code: 404, message: 'Not found' }, 404);
  });
  return world;
}

export const asked = (world: World, path: string): number => world.calls.filter((call) => call.path.startsWith(path)).length;
export const saved = (world: World): Record<string, unknown> | undefined =>
  world.calls.findLast((call) => call.path.startsWith('callGenerate'))?.body;

/** Signed in, with a token that lasts. */
function signIn(automation: 0 | 1): void {
  const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`;
  const user = { id: 'u-1', name: 'Rohini', email: 'rohini@northstar.example', role: 4, role_name: 'Counsellor', type: 'org' };
  startSession(
    { ...user, token, user_status: 0, logo_image: null },
    { id: 't-1', name: 'Northstar', entity_name: 'College', is_allow_automation_trigger: automation },
  );
}

let client: QueryClient;
/** A page with the modal's host on it; `open()` opens it as a click on a lead would. */
export function mount(): UserEvent {
  client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/leads']}>
        <App>
          <LeadStageHost />
        </App>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup({ pointerEventsCheck: 0 });
}
export const queryClient = (): QueryClient => client;

// user-event sends no key codes, and antd's lists listen to them.
const keyCodes: Record<string, number> = { Enter: 13, Escape: 27, Tab: 9, ArrowUp: 38, ArrowDown: 40 };
window.addEventListener(
  'keydown',
  (event) => Object.defineProperty(event, 'keyCode', { value: keyCodes[event.key] ?? event.key.toUpperCase().charCodeAt(0) }),
  { capture: true },
);

export async function openModal(how: { dialer?: boolean; obd_call?: ObdCall } = {}): Promise<void> {
  openLeadStage({ leadId: 'lead-1', ...how });
  await screen.findByText('Aarav Deshmukh', { exact: false });
  await waitFor(() => {
    if (screen.queryByText('Loading the lead')) throw new Error('still loading');
  });
}
export function tearDown(): void {
  sessionStorage.clear();
  closeLeadStage();
  cleanup();
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
  localStorage.clear();
}

/** The options of a select, opened by a click on it. */
async function opened(user: UserEvent, label: string): Promise<HTMLElement[]> {
  const box = screen.getByRole('combobox', { name: label });
  await user.click(box);
  return waitFor(() => {
    const list = document.getElementById(box.getAttribute('aria-controls') ?? '')?.closest('.ant-select-dropdown');
    const all = [...(list?.querySelectorAll<HTMLElement>('.ant-select-item-option') ?? [])];
    if (!all.length) throw new Error(`no options of ${label}`);
    return all;
  });
}
export async function choose(user: UserEvent, label: string, option: string): Promise<void> {
  const found = (await opened(user, label)).find((one) => one.textContent === option);
  if (!found) throw new Error(`no option ${option} of ${label}`);
  await user.click(found);
}
export async function optionsOf(user: UserEvent, label: string): Promise<string[]> {
  return (await opened(user, label)).map((one) => one.textContent ?? '');
}
export const saveButton = (): HTMLButtonElement => screen.getByRole('button', { name: /Save$/ });
