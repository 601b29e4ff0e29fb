import { Refine, type DataProvider } from '@refinedev/core';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from './app-fixture';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkflowDialog } from '../../src/custom/leads/workflow-dialog';
import { ability } from '../../src/providers/rights';
import { setWho } from '../../src/providers/session/who';
import { offeredCalls, useRecordCalls } from '../../src/resources/detail/record-calls';
import { RecordHead } from '../../src/resources/detail/record-head';
import RecordSections from '../../src/resources/detail/record-sections';
import { ResourceList } from '../../src/resources/list/resource-list';
import { takesImport } from '../../src/resources/resource-paths';
import * as voice from '../../src/schemas/calls/voice';
import { everyLevel, levelsOf, type Who } from '../../src/schemas/kit/access';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { freshBrowser, json, signedIn, stubNetwork, type Answers, type Asked } from './browser-fixture';

vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: () => Promise.reject(new Error('no build here')) }));

const admin: Who = { role: 1, type: 'org', levels: levelsOf(everyLevel()) };
const caller: Who = { role: 5, type: 'org', levels: levelsOf(everyLevel()) };
const provider = {
  getApiUrl: () => '',
  getList: () => Promise.resolve({ data: [], total: 0, totalExact: true }),
} as unknown as DataProvider;
let answers: Answers;
let asked: Asked[];

beforeEach(() => {
  freshBrowser('/');
  signedIn({ role: 1 });
  setWho(admin);
  answers = () => undefined;
  asked = stubNetwork((one) => answers(one));
});
afterEach(cleanup);

function show(content: ReactNode): void {
  render(
    <App>
      <MemoryRouter>
        <Refine
          dataProvider={provider}
          options={{ disableTelemetry: true, reactQuery: { clientConfig: { defaultOptions: { queries: { retry: false } } } } }}
        >
          {content}
        </Refine>
      </MemoryRouter>
    </App>,
  );
}
type Row = Parameters<typeof offeredCalls>[1];
function Calls({ name, row }: { name: string; row: Row }): ReactNode {
  const { buttons, dialog } = useRecordCalls(resourceNamed(name), row);
  return (
    <>
      {buttons}
      {dialog}
    </>
  );
}

describe('what a record offers', () => {
  it.each(['sms-campaigns', 'email-campaigns', 'whatsapp-campaigns', 'lead-gen-broadcasts'])(
    'Edit of %s only until it has started',
    (name) => {
      for (const [state, offered] of [
        ['draft', 1],
        ['scheduled', 1],
        ['sending', 0],
        ['sent', 0],
        ['stopped', 0],
      ] as const) {
        show(<RecordHead resource={resourceNamed(name)} row={{ id: 'one', name: 'One', state } as never} name="One" />);
        expect([state, screen.queryAllByText('Edit').length]).toEqual([state, offered]);
        cleanup();
      }
    },
  );

  const labels = (name: string, row: Omit<Row, '_labels'>, who: Who, me = 'u-4'): string[] => {
    setWho(who);
    return offeredCalls(resourceNamed(name), row as Row, ability, me).map(({ offer }) => offer.label);
  };
  const table: readonly (readonly [string, string, Omit<Row, '_labels'>, Who, readonly string[]])[] = [
    ['a pending leave', 'leaves', { id: 1, state: 'pending', user_id: 'u-9' }, admin, ['Approve', 'Reject']],
    [
      'the user’s own leave, for a role that cannot approve',
      'leaves',
      { id: 1, state: 'pending', user_id: 'u-4' },
      caller,
      ['Cancel request'],
    ],
    ['a decided leave', 'leaves', { id: 1, state: 'rejected', user_id: 'u-4' }, admin, []],
    [
      'a referral to me',
      'lead-referrals',
      { id: 1, state: 'pending', to_user_id: 'u-4', created_by: 'u-9' },
      caller,
      ['Accept', 'Reject'],
    ],
    [
      'a referral by me',
      'lead-referrals',
      { id: 1, state: 'pending', to_user_id: 'u-9', created_by: 'u-4' },
      caller,
      ['Take back'],
    ],
    ['a referral between others', 'lead-referrals', { id: 1, state: 'pending', to_user_id: 'u-8', created_by: 'u-9' }, admin, []],
    ['a payment to be approved', 'payments', { id: 1, state: 'pending_approval' }, admin, ['Approve', 'Reject']],
    ['a captured payment', 'payments', { id: 1, state: 'captured' }, admin, ['Refund']],
    ['a captured payment, without the right', 'payments', { id: 1, state: 'captured' }, caller, []],
    ['a running campaign', 'voice-campaigns', { id: 1, state: 'running' }, admin, ['Stop campaign', 'Pause']],
    [
      'a campaign with unknown calls',
      'voice-campaigns',
      { id: 1, state: 'completed', unknown_calls: 2 },
      admin,
      ['Call unknown numbers again'],
    ],
    ['a stopped campaign with unknown calls', 'voice-campaigns', { id: 1, state: 'stopped', unknown_calls: 2 }, admin, []],
    ['a completed campaign', 'voice-campaigns', { id: 1, state: 'completed', unknown_calls: null }, admin, []],
  ];
  it.each(table)('%s', (_, name, row, who, expected) => {
    expect(labels(name, row, who)).toEqual(expected);
  });

  it('asks for a reason, shows what is missing, sends what the call expects', async () => {
    const user = userEvent.setup();
    answers = ({ path }) => (path.includes('/decision') ? json({ id: 'r1', state: 'rejected' }) : undefined);
    show(<Calls name="lead-referrals" row={{ id: 'r1', state: 'pending', to_user_id: 'u-4' } as Row} />);
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reject' });
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Reason is required');
    expect(asked).toHaveLength(0);
    await user.type(within(dialog).getByLabelText(/^Reason/), 'Wrong city');
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    await screen.findByText('Lead referral saved');
    expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PUT', 'res/lead-referrals/r1/decision', { state: 'rejected', answer_reason: 'Wrong city' }],
    ]);
  });

  it('keeps the input and shows the server’s message when it refuses', async () => {
    const user = userEvent.setup();
    answers = () =>
      json(
        {
          code: 422,
          message: 'Amount must be between 0 and 500',
          errors: [{ path: 'amount', message: 'Amount must be between 0 and 500' }],
        },
        422,
      );
    show(<Calls name="payments" row={{ id: 'p1', state: 'captured', amount: 500 } as Row} />);
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    const dialog = await screen.findByRole('dialog', { name: 'Refund' });
    const amount = within(dialog).getByLabelText(/^Amount/);
    await user.type(amount, '900');
    await user.click(within(dialog).getByRole('button', { name: 'Refund' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Amount must be between 0 and 500');
    expect((amount as HTMLInputElement).value).toBe('900');
    expect(asked[0]!.body).toEqual({ amount: 900 });
  });
});

describe('the sections of a record’s page', () => {
  const rule = { id: 'k1', _id: 'k1', name: 'Goa' } as unknown as Row;
  const days = { matched: 3, executed: 2, failed: 1, by_day: [{ date: '2026-11-20', matched: 3, executed: 2 }] };
  const runs = [
    {
      lead_id: 'l1',
      lead_name: 'Asha',
      matched_at: '2026-11-20T10:00:00Z',
      trigger: 'lead_created',
      actions: [
        { type: 'add_tag', result: 'done' },
        { type: 'send_sms', result: 'failed' },
      ],
      result: 'executed',
    },
  ];

  it.each(['rules', 'counsellor-rules', 'workflow-rules'])(
    'CALL-129 CALL-130 %s: matches by day, matched leads',
    async (name) => {
      answers = ({ path }) => json({ code: 200, data: path.includes('analytics') ? days : runs, count: 11 });
      show(<RecordSections resource={resourceNamed(name)} row={rule} />);
      const table = await screen.findByRole('table');
      expect(within(table).getByRole('link', { name: 'Asha' }).getAttribute('href')).toBe('/lp/l1/conversion');
      expect(table.textContent).toContain('Add tag, Send sms (failed)');
      expect((await screen.findByRole('region', { name: 'Matches by day' })).textContent).toContain('Executed 2');
      await userEvent.setup().click(screen.getByRole('button', { name: 'Next page' }));
      await waitFor(() => expect(asked.some(({ path }) => path.includes('page_number=2'))).toBe(true));
      expect(asked.find(({ path }) => path.includes('analytics'))!.path).toMatch(/analytics\/k1\?from=\d{4}-\d\d-\d\d&to=/);
    },
  );

  it('shows that there is nothing, and offers Retry for what failed', async () => {
    answers = ({ path }) =>
      path.includes('analytics')
        ? json({ code: 200, data: { ...days, by_day: [] } })
        : json({ code: 500, message: 'Something went wrong.' }, 500);
    show(<RecordSections resource={resourceNamed('rules')} row={rule} />);
    await screen.findByText('No lead matched in this period.');
    await screen.findByText('Matched leads could not be loaded');
    answers = () => json({ code: 200, data: runs, count: 1 });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('link', { name: 'Asha' });
  });

  it('CALL-096 CALL-099 a voice campaign shows its calls and how they ended', async () => {
    answers = ({ path }) =>
      path.startsWith('campaign-chart')
        ? json({ code: 200, data: { labels: ['2026-11-20 10:00'], series: [{ name: 'answered', values: [4] }] } })
        : json({
            code: 200,
            data: [{ phone: '98xx', status: 'no_answer', response: null, duration: 1250, called_at: null }],
            count: 1,
          });
    show(<RecordSections resource={resourceNamed('voice-campaigns')} row={{ id: 'v1', state: 'done' } as unknown as Row} />);
    const rows = (await screen.findByRole('table')).textContent;
    expect(rows).toContain('No answer');
    expect(rows).toContain('1,250');
    expect((await screen.findByRole('region', { name: 'How its calls ended, by hour' })).textContent).toContain('Answered 4');
    const report = 'get-obd-campaign-report?campaign_id=v1&page_number=1&limit=10';
    expect(asked.map(({ path }) => path)).toContain(report);
    await userEvent.setup().selectOptions(screen.getByRole('combobox', { name: 'Calls: status' }), 'Unknown');
    await vi.waitFor(() => expect(asked.map(({ path }) => path)).toContain(`${report}&status=unknown`));
  });
});

it('a month is named', async () => {
  answers = () =>
    json({
      code: 200,
      data: [{ month: '2026-11', accepted: 140, duplicates: 2, invalid: 1, enrolled: 0, payable: null }],
      count: 1,
    });
  show(<RecordSections resource={resourceNamed('publishers')} row={{ id: 'p1' } as unknown as Row} />);
  expect((await screen.findByRole('table')).textContent).toContain('November 2026140');
});

describe('tools of a list', () => {
  it('CALL-087 CALL-094 voice files: the balance next to the title, and a menu item that refreshes all approvals', async () => {
    const user = userEvent.setup();
    answers = ({ path }) =>
      path.startsWith('get-voice-obd-balance')
        ? json({ code: 200, data: { balance: 1240, currency: 'INR', as_of: '2026-11-20T10:00:00Z' } })
        : path.startsWith('sync-voice-list')
          ? json({ code: 200, message: '2 refreshed.', data: [] })
          : undefined;
    show(<ResourceList resource={resourceNamed('voice-files')} />);
    await screen.findByText(/Balance 1,240 INR/);
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(screen.getByRole('menuitem', { name: 'Refresh approvals' }));
    await screen.findByText('2 refreshed.');
  });

  it('are existing calls, with the operation that the call declares', () => {
    const calls = new Map(Object.values(voice).map((call) => [call.wire, call]));
    for (const tool of resources.flatMap((one) => one.tools ?? []))
      expect(calls.get(tool.wire as never)?.as, tool.wire).toBe(tool.as);
  });
});

it('offers no import if a row cannot be complete: a CSV cannot contain files', () => {
  expect(['reconcile-batches', 'voice-files', 'streams'].map((name) => takesImport(resourceNamed(name)))).toEqual([
    false,
    false,
    true,
  ]);
});

describe('allocation of selected leads', () => {
  it('CALL-132 adds them to workflows, and shows how many', async () => {
    const user = userEvent.setup();
    answers = ({ path }) => (path.endsWith('allocate') ? json({ code: 200, data: { assigned: 1, skipped: 1 } }) : undefined);
    const closed = vi.fn();
    show(<WorkflowDialog leads={{ chosen: { lead_ids: ['l1', 'l2'] }, text: '2 leads' }} onClose={closed} />);
    const dialog = await screen.findByRole('dialog', { name: 'Add 2 leads to workflows' });
    await user.click(within(dialog).getByRole('button', { name: 'Add to workflows' }));
    await screen.findByText(/1 lead added to a workflow, 1 skipped/);
    expect(asked.find(({ path }) => path === 'rule-engine/workflow/allocate')!.body).toEqual({ lead_ids: ['l1', 'l2'] });
    expect(closed).toHaveBeenCalledWith(true);
  });

  it('stays open with the message of a refusal', async () => {
    answers = ({ path }) => (path.endsWith('allocate') ? json({ code: 403, message: 'Not allowed.' }, 403) : undefined);
    const closed = vi.fn();
    show(<WorkflowDialog leads={{ chosen: { lead_ids: ['l1'] }, text: '1 lead' }} onClose={closed} />);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Add to workflows' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Not allowed.');
    expect(closed).not.toHaveBeenCalled();
  });
});
