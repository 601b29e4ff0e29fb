// @vitest-environment happy-dom
import { Refine, type DataProvider } from '@refinedev/core';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from './app-fixture';
import { useEffect } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import DialerListPage from '../../src/custom/dialer-list/dialer-list-page';
import { screens as listScreens } from '../../src/custom/dialer-list/screen';
import DialerRulePage from '../../src/custom/dialer-rules/dialer-rule-page';
import { screens as ruleScreens } from '../../src/custom/dialer-rules/screen';
import { forgetPermissions, knowUser } from '../../src/providers/permissions';
import { conditionColumns, operatorsOf, operatorWords } from '../../src/schemas/kit/condition-columns';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Asked } from './browser-fixture';

type Row = Record<string, unknown>;
const high = {
  columnName: 'priority',
  operator: 'in',
  value: 2,
  valueAry: [{ key: 2, value: 'High' }],
  displayName: 'High',
  belongsTo: '',
  type: 'select',
};
const stored = {
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
let asked: Asked[];
let rule: Row;
/** The list leaves the conditions of its rules to the record. */
let longRules = false;
let saved: () => Response;
let acl: Promise<Response> | undefined;
let place = '';
beforeEach(() => {
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
});
afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

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
function open(at: string): void {
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
const form = () => screen.findByRole('form', { name: 'Dialer rule' });
const box = (name: string | RegExp): HTMLElement => screen.getByRole('combobox', { name });
const posts = () =>
  asked.filter(({ path, method }) => path === 'dialer/config' && method === 'POST').map(({ body }) => body as Row);
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const toast = (text: string) => waitFor(() => expect([...document.querySelectorAll('.p-toast')].at(-1)?.textContent).toBe(text));
/** Opens a select; answers its options' texts. */
async function options(name: string | RegExp): Promise<string[]> {
  fireEvent.mouseDown(box(name));
  await waitFor(() => expect(box(name).getAttribute('aria-expanded')).toBe('true'));
  const list = document.getElementById(String(box(name).getAttribute('aria-controls')))!.closest('.ant-select-dropdown')!;
  return [...list.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent);
}
async function choose(name: string | RegExp, text: string): Promise<void> {
  await options(name);
  if (String(name).endsWith('column')) fireEvent.change(box(name), { target: { value: text } }); // only those in view are drawn
  const list = document.getElementById(String(box(name).getAttribute('aria-controls')))!.closest('.ant-select-dropdown')!;
  fireEvent.click([...list.querySelectorAll('.ant-select-item-option')].find((one) => one.textContent === text)!);
}
const withRows = (...rows: Row[]): void => void (rule = { ...stored, rule: [{ condition: 'And', rules: rows }] });
const several = (name: RegExp): boolean => box(name).closest('.ant-select-multiple') !== null;

describe('the rule form', () => {
  it.each([200, 500])('DIALER-108 waits for the permission list, and asks for no code whatever it answers (%s)', async (code) => {
    signedIn({ role: 5 });
    forgetPermissions();
    knowUser();
    let settle: (answer: Response) => void = () => undefined;
    acl = new Promise((resolve) => (settle = resolve));
    open('/dialer-config');
    await waitFor(() => expect(asked.some(({ path }) => path === 'acl')).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(screen.queryByRole('form')).toBeNull();
    settle(json({ code, data: [] }));
    expect(await form()).toBeDefined();
    expect(screen.getByRole('button', { name: 'Create Rule' })).toBeDefined();
  });

  it('DIALER-001 DIALERLIST-001 stand at their paths', () => {
    expect([ruleScreens[0]!.path, listScreens[0]!.path]).toEqual(['/dialer-config', '/dialer-list']);
  });

  it('DIALER-004 DIALER-006 DIALER-007 DIALER-008 DIALER-009 DIALER-014 DIALER-015 DIALER-017 CONST-032 begins empty, with its defaults', async () => {
    open('/dialer-config');
    await form();
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>(/^Priority/).value).toBe('0');
    expect(screen.getByRole('button', { name: 'Create Rule' })).toBeDefined();
    expect(screen.queryByRole('switch', { name: 'Active' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Dialer Configuration' }).getAttribute('href')).toBe('/dialer-list');
    press('Add block');
    for (const name of ['Block 1: rows are joined by', 'Block 2: rows are joined by', 'Blocks are joined by']) {
      const joint = screen.getByRole('radiogroup', { name });
      expect(
        within(joint)
          .getAllByRole<HTMLInputElement>('radio')
          .map(({ checked }) => checked),
        name,
      ).toEqual([true, false]);
      expect(joint.textContent).toBe('AndOr');
    }
  });

  it('DIALER-005 DIALER-013 offers the two triggers and the lead lists of the server', async () => {
    open('/dialer-config');
    await form();
    expect(await options('Trigger event')).toEqual(['On Updated', 'On Created']);
    expect(await options('Lead List')).toEqual(['Morning calls', 'Evening']);
    expect(several(/^Lead List$/)).toBe(true);
  });

  it('DIALER-010 DIALER-011 DIALER-012 DIALER-074 DIALER-075 DIALER-076 adds and removes rows and blocks, and keeps the last row', async () => {
    open('/dialer-config');
    await form();
    press('Add condition');
    expect(box('Block 1, condition 2: column')).toBeDefined();
    press('Remove block 1, condition 2');
    expect(screen.queryByRole('combobox', { name: 'Block 1, condition 2: column' })).toBeNull();
    press('Add block');
    expect(box('Block 2, condition 1: column')).toBeDefined();
    press('Remove block 2, condition 1');
    expect(screen.queryByRole('group', { name: 'Block 2' })).toBeNull();
    press('Remove block 1, condition 1');
    expect(box('Block 1, condition 1: column')).toBeDefined();
    await toast("You can't delete last record");
  });

  const steps: readonly (readonly [string, Row, string])[] = [
    ['DIALER-081', { name: ' ', triggerType: undefined, listIds: [] }, 'Name required'],
    ['DIALER-082', { triggerType: '', listIds: [], rule: [{ condition: 'And', rules: [{}] }] }, 'Trigger Type required'],
    ['DIALER-083', { listIds: [], rule: [{ condition: 'And', rules: [{}] }] }, 'Lead list required'],
    ['DIALER-084', { rule: [{ condition: 'And', rules: [{}] }] }, 'Trigger Name required'],
    ['DIALER-085', { rule: [{ condition: 'And', rules: [{ columnName: 'gender' }] }] }, 'Trigger value required'],
    [
      'DIALER-086',
      { rule: [{ condition: 'And', rules: [{ columnName: 'gender', value: 'male' }] }] },
      'Trigger operator required',
    ],
    ['DIALER-088', { rule: [] }, 'All field are required'],
  ];
  it.each(steps)('%s DIALER-087 DIALER-089 is the one message, and nothing is sent', async (_, change, text) => {
    rule = { ...stored, ...change };
    open('/dialer-config?id=r-1');
    await form();
    press('Update Rule');
    await toast(text);
    expect(document.querySelectorAll('.p-toast')).toHaveLength(1);
    expect(posts()).toEqual([]);
  });

  it('DIALER-003 DIALER-016 DIALER-090 DIALER-091 DIALER-092 DIALER-093 DIALER-094 DIALER-095 DIALER-096 DIALER-097 DIALER-098 DIALER-099 DIALER-106 DIALER-113 opens a rule and sends it back with its id', async () => {
    open('/dialer-config?id=r-1');
    await form();
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Hot West');
    press('Update Rule');
    await toast('Created successfully');
    const { id, name, triggerType, rule: blocks, globleCondtion, listIds, priority } = stored;
    expect(posts()).toEqual([{ id, name, triggerType, rule: blocks, globleCondtion, listIds, priority }]);
    await waitFor(() => expect(place).toBe('/dialer-list'));
  });

  it('DIALER-090 DIALER-044 sends a new rule without an id, with the words of what was chosen', async () => {
    open('/dialer-config');
    await form();
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: ' Fresh ' } });
    await choose('Trigger event', 'On Created');
    await choose('Lead List', 'Evening');
    await choose('Block 1, condition 1: column', 'Priority');
    await choose('Block 1, condition 1: value', 'High');
    press('Create Rule');
    await toast('Created successfully');
    expect(posts()).toEqual([
      {
        name: 'Fresh',
        triggerType: 'create',
        rule: [{ condition: 'And', rules: [high] }],
        globleCondtion: 'And',
        listIds: ['l-2'],
        priority: 0,
      },
    ]);
  });

  it('DIALER-107 shows the data of another code, and stays', async () => {
    saved = () => json({ code: 422, message: 'not this', data: 'Lead list required' });
    open('/dialer-config?id=r-1');
    await form();
    press('Update Rule');
    await toast('Lead list required');
    expect(document.querySelector('.p-toast-error')).not.toBeNull();
    expect(place).toBe('/dialer-config?id=r-1');
  });

  it('asks on Cancel before it loses what was changed, and leaves at once where nothing was', async () => {
    open('/dialer-config?id=r-1');
    await form();
    press('Cancel');
    await waitFor(() => expect(place).toBe('/dialer-list'));
    cleanup();
    open('/dialer-config?id=r-1');
    await form();
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Other' } });
    press('Cancel');
    const question = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('.ant-modal-confirm');
      expect(found?.textContent).toContain('Leave without saving?');
      return found!;
    });
    expect(place).toBe('/dialer-config?id=r-1');
    fireEvent.click(within(question).getByText('Leave'));
    await waitFor(() => expect(place).toBe('/dialer-list'));
  });

  it('DIALER-116 sends the status only when it was changed', async () => {
    open('/dialer-config?id=r-1');
    await form();
    fireEvent.click(screen.getByRole('switch', { name: 'Active' }));
    press('Update Rule');
    await toast('Created successfully');
    expect(posts()[0]).toMatchObject({ status: 0 });
  });
});

describe('a row', () => {
  const labels =
    'Primary Source,Secondary Source,Tertiary Source,UTM Medium,UTM Source,UTM Campaign,State,City,Lead Recent Stage,Course,Priority,College,Lead Type,Last Education,Followup Date,Verification,Gender,Category,Stream,Year of Admission,Sub Stage,Followup Status,Lead Owner'.split(
      ',',
    );
  const names =
    'prmary_source secondary_source tertiary_source utm_medium utm_source utm_campaign state city last_callaction_btn_message course priority clg_id lead_type last_education last_callaction_call_date_time is_verified gender category stream year_of_admission last_callaction_sub_stage last_callaction_followup_status user_id'.split(
      ' ',
    );
  const three = (n: number): string => `DIALER-${String(n).padStart(3, '0')}`;
  it.each(names.map((name, at) => [three(18 + at), name, labels[at]!] as const))(
    '%s offers the column %s',
    async (_, name, label) => {
      withRows({ columnName: name, operator: name.endsWith('date_time') ? '<' : 'in' });
      open('/dialer-config?id=r-1');
      await form();
      expect(box('Block 1, condition 1: column').closest('.ant-select')!.textContent).toContain(label);
      expect(conditionColumns.map((column) => column.name)).toContain(name);
    },
  );

  it('DIALER-041 DIALER-045 DIALER-046 has 23 columns, dates with three operators and the others with two', () => {
    expect(conditionColumns.map(({ name }) => name)).toEqual(names);
    for (const column of conditionColumns)
      expect(
        operatorsOf(column).map((one) => `${operatorWords[one]} ${one}`),
        column.name,
      ).toEqual(
        column.name === 'last_callaction_call_date_time'
          ? ['Before <', 'After >', 'Between between']
          : ['Include in', 'Exclude NOT IN'],
      );
  });

  const multi: readonly (readonly [string, string])[] =
    'prmary_source utm_medium utm_source utm_campaign state city last_callaction_btn_message course clg_id last_education stream year_of_admission secondary_source tertiary_source last_callaction_sub_stage'
      .split(' ')
      .map((name, at) => [three(47 + at), name]);
  it.each(multi)('%s with in takes several of %s', async (_, name) => {
    withRows({ columnName: name, operator: 'in' });
    open('/dialer-config?id=r-1');
    await form();
    expect(several(/condition 1: value/)).toBe(true);
  });

  const multiNames = new Set(multi.map(([, name]) => name));
  const dates = 'last_callaction_call_date_time';
  it('DIALER-062 with in every other column takes one value', async () => {
    const single = names.filter((name) => !multiNames.has(name) && name !== dates);
    expect(single).toHaveLength(7);
    withRows(...single.map((columnName) => ({ columnName, operator: 'in' })));
    open('/dialer-config?id=r-1');
    await form();
    single.forEach((name, at) => expect(several(new RegExp(`condition ${at + 1}: value`)), name).toBe(false));
  });
  it('DIALER-062 with NOT IN every column takes one value at most', async () => {
    const all = names.filter((name) => name !== dates);
    withRows(...all.map((columnName) => ({ columnName, operator: 'NOT IN' })));
    open('/dialer-config?id=r-1');
    await form();
    // free texts are typed into a field of tags that holds one
    const most = (name: string, at: number): boolean =>
      name.startsWith('utm_') || !several(new RegExp(`condition ${at + 1}: value`));
    expect(all.filter((name, at) => !most(name, at))).toEqual([]);
    const typed = box(`Block 1, condition ${all.indexOf('utm_medium') + 1}: value`);
    for (const text of ['cpc', 'mail']) {
      fireEvent.change(typed, { target: { value: text } });
      fireEvent.keyDown(typed, { key: 'Enter', keyCode: 13 });
    }
    const items = typed.closest('.ant-select')!.querySelectorAll('.ant-select-selection-item');
    expect([...items].map((one) => one.textContent)).toEqual(['cpc']);
  });
  it('DIALER-062 the follow-up date takes one day before and after, a start and an end between', async () => {
    for (const [operator, inputs] of [
      ['<', 1],
      ['>', 1],
      ['between', 2],
    ] as const) {
      withRows({ columnName: dates, operator });
      open('/dialer-config?id=r-1');
      await form();
      expect(document.querySelectorAll('input[type="date"]'), operator).toHaveLength(inputs);
      cleanup();
    }
  });

  it.each([
    ['is_verified', 'DIALER-077', ['Verified', 'Not Verified'], ['1', '0']],
    ['gender', 'DIALER-078', ['Female', 'Male', 'Other'], ['female', 'male', 'other']],
    ['last_callaction_followup_status', 'DIALER-079', ['Yes', 'No'], ['1', '0']],
    ['priority', 'DIALER-080 CONST-032', ['Low', 'Medium', 'High'], ['0', '1', '2']],
  ])('%s %s has its fixed options', async (name, _, words, keys) => {
    withRows({ columnName: name, operator: 'in' });
    open('/dialer-config?id=r-1');
    await form();
    const texts = await options(/condition 1: value/);
    expect(texts.toSorted()).toEqual(words.toSorted());
    const known = conditionColumns.find((column) => column.name === name)!.words!;
    expect(words.map((word) => Object.keys(known).find((key) => known[key] === word))).toEqual(keys);
    expect(several(/condition 1: value/)).toBe(false);
  });

  it('DIALER-042 DIALER-043 changing the column clears the value and offers its own options', async () => {
    withRows(high);
    open('/dialer-config?id=r-1');
    await form();
    await choose('Block 1, condition 1: column', 'Gender');
    expect(await options('Block 1, condition 1: value')).toEqual(['Female', 'Male', 'Other']);
    press('Update Rule');
    await toast('Trigger value required');
  });

  /** 12 March in Pune, while it is still the 11th in London. */
  const presets = [
    [three(63), 'Today', '2026-03-12', '2026-03-12'],
    [three(64), 'Yesterday', '2026-03-11', '2026-03-11'],
    [three(65), 'Last 7 Days', '2026-03-06', '2026-03-12'],
    [three(66), 'Last 30 Days', '2026-02-11', '2026-03-12'],
    [three(67), 'This Month', '2026-03-01', '2026-03-12'],
    [three(68), 'Last Month', '2026-02-01', '2026-02-28'],
  ] as const;
  it('the presets of a date are these six, and a single date takes their first day', async () => {
    withRows({ columnName: dates, operator: '<' });
    open('/dialer-config?id=r-1');
    await form();
    expect(await options(/value, presets/)).toEqual(presets.map(([, text]) => text));
    fireEvent.click([...document.querySelectorAll('.ant-select-item-option')].find((one) => one.textContent === 'Last Month')!);
    expect(document.querySelector<HTMLInputElement>('input[type="date"]')!.value).toMatch(/-01$/);
  });
  it.each(presets)('%s DIALER-069 the preset %s stores its days', async (_, label, start, end) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-11T20:00:00Z') });
    try {
      withRows({ columnName: dates, operator: 'between' });
      open('/dialer-config?id=r-1');
      await form();
      await choose(/value, presets/, label);
      press('Update Rule');
      await toast('Created successfully');
      const { value } = (posts()[0]!['rule'] as { rules: Row[] }[])[0]!.rules[0]! as { value: Row };
      expect(value).toEqual({ start, end });
    } finally {
      vi.useRealTimers();
    }
  });

  const dependent = [
    ['DIALER-070', 'city', { columnName: 'state', value: ['Goa'] }, 'Goa city'],
    ['DIALER-071', 'course', { columnName: 'stream', value: ['st-1'], valueAry: [{ key: 'st-1', value: 'Law' }] }, 'Law course'],
    ['DIALER-072', 'last_callaction_sub_stage', { columnName: 'last_callaction_btn_message', value: ['Hot'] }, 'Paying'],
  ] as const;
  it.each(dependent)('%s the options of %s are those of the chosen parent', async (_, name, parent, text) => {
    withRows({ operator: 'in', ...parent }, { columnName: name, operator: 'in' });
    open('/dialer-config?id=r-1');
    await form();
    await waitFor(async () => expect(await options(/condition 2: value/)).toEqual([text]));
  });
  it.each(dependent.map(([, ...rest]) => rest))(
    'DIALER-073 without a parent the row of %s loses value and options',
    async (name, parent, _text) => {
      withRows(
        { operator: 'in', ...parent },
        { columnName: name, operator: 'in', value: ['x'], valueAry: [{ key: 'x', value: 'Gone' }], displayName: 'Gone' },
      );
      open('/dialer-config?id=r-1');
      await form();
      expect(screen.getByRole('form').textContent).toContain('Gone');
      press('Remove block 1, condition 1');
      expect(screen.getByRole('form').textContent).not.toContain('Gone');
      expect(await options(/condition 1: value/)).toEqual([]);
    },
  );
});

describe('the list of rules', () => {
  it('CONST-031 asks for page 1 with 10 rows, whatever the address says of no page', async () => {
    for (const address of ['/dialer-list', '/dialer-list?page=0', '/dialer-list?page=x']) {
      asked.length = 0;
      open(address);
      await screen.findByText('Rule 1-0');
      const query = new URLSearchParams(asked.find(({ path }) => path.startsWith('dialer/config?'))!.path.split('?')[1]);
      expect([query.get('page_number'), query.get('limit')], address).toEqual(['1', '10']);
      cleanup();
    }
  });

  it('DIALERLIST-002 DIALERLIST-003 DIALERLIST-005 DIALERLIST-006 DIALERLIST-007 DIALERLIST-008 DIALERLIST-009 DIALERLIST-010 DIALERLIST-011 DIALERLIST-012 DIALERLIST-013 DIALERLIST-014 DIALERLIST-015 DIALERLIST-024 shows ten a page', async () => {
    open('/dialer-list');
    await screen.findByText('Rule 1-0');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dialer Configuration');
    expect(screen.getByText('Total: 12')).toBeDefined();
    expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual([
      'Sr. No.',
      'Name',
      'Created By',
      'Created On',
      'trigger Type',
      'Active',
      'Action',
    ]);
    const cells = (at: number): (string | null)[] => [...screen.getAllByRole('row')[at]!.children].map((one) => one.textContent);
    expect([cells(1)[0], cells(1)[2], cells(1)[5], cells(2)[5]]).toEqual(['1', 'Meera D.', 'No', 'Yes']);
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('Rule 2-0');
    expect(cells(1)[0]).toBe('11');
    const lists = asked.filter(({ path }) => path.startsWith('dialer/config?')).map(({ path }) => path);
    expect(lists).toEqual(['dialer/config?page_number=1&limit=10&clgId=104', 'dialer/config?page_number=2&limit=10&clgId=104']);
  });

  it('CONST-031 asks for page 1 of ten first', async () => {
    open('/dialer-list');
    await screen.findByText('Rule 1-0');
    const [first] = asked.filter(({ path }) => path.startsWith('dialer/config?'));
    expect(Object.fromEntries(new URLSearchParams(first!.path.split('?')[1]))).toMatchObject({ page_number: '1', limit: '10' });
  });

  it('DIALER-002 DIALERLIST-004 Create goes to the form', async () => {
    open('/dialer-list');
    await screen.findByText('Rule 1-0');
    press('Create');
    await waitFor(() => expect(place).toBe('/dialer-config'));
  });

  it('DIALERLIST-016 DIALERLIST-017 DIALERLIST-018 DIALERLIST-019 DIALERLIST-020 DIALERLIST-021 DIALERLIST-022 View shows the whole rule', async () => {
    open('/dialer-list');
    await screen.findByText('Rule 1-0');
    press('View Rule 1-0');
    const dialog = await screen.findByRole('dialog', { name: 'Details of Rule 1-0' });
    expect(within(dialog).getByRole('tab').textContent).toBe('Preview');
    const text = within(dialog).getByRole('tabpanel').textContent;
    expect(text).toMatch(/^Priority Include HighORGender Exclude MaleORState Include GoaLead ListMorning calls/);
  });

  it('TRUST-S35 View reads the conditions that were too long for the list', async () => {
    longRules = true;
    open('/dialer-list');
    await screen.findByText('Rule 1-0');
    press('View Rule 1-0');
    const dialog = await screen.findByRole('dialog', { name: 'Details of Rule 1-0' });
    await waitFor(() => expect(within(dialog).getByRole('tabpanel').textContent).toMatch(/^Priority Include High/));
  });

  it('DIALERLIST-016 DIALERLIST-023 on a phone the rules are cards, with View and Edit in reach', async () => {
    windowWidth(390);
    open('/dialer-list');
    await screen.findByText('Rule 1-0');
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText('Rule 1-0').closest('li')!.textContent).toContain('On Updated');
    expect(screen.getByRole('link', { name: 'Edit Rule 1-0' })).toBeDefined();
    press('View Rule 1-0');
    await screen.findByRole('dialog', { name: 'Details of Rule 1-0' });
  });

  it('DIALERLIST-023 the edit icon leads to the rule', async () => {
    open('/dialer-list');
    const link = await screen.findByRole('link', { name: 'Edit Rule 1-0' });
    expect(link.getAttribute('href')).toBe('/dialer-config?id=r-1-0');
  });
});
