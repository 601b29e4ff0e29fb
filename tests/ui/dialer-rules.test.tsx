import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { screens as listScreens } from '../../src/custom/dialer-list/screen';
import { screens as ruleScreens } from '../../src/custom/dialer-rules/screen';
import { forgetPermissions, knowUser } from '../../src/providers/session/permissions';
import { json, signedIn } from './browser-fixture';
import {
  type Row,
  asked,
  box,
  choose,
  form,
  high,
  open,
  options,
  place,
  posts,
  press,
  setAcl,
  setRule,
  setSaved,
  setUp,
  several,
  stored,
  tearDown,
  toast,
} from './dialer-rules-world';

beforeEach(setUp);
afterEach(tearDown);

describe('the rule form', () => {
  it.each([200, 500])('DIALER-108 waits for the permission list, but needs no code from it (%s)', async (code) => {
    signedIn({ role: 5 });
    forgetPermissions();
    knowUser();
    let settle: (answer: Response) => void = () => undefined;
    setAcl(new Promise((resolve) => (settle = resolve)));
    open('/dialer-config');
    await waitFor(() => expect(asked.some(({ path }) => path === 'acl')).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(screen.queryByRole('form')).toBeNull();
    settle(json({ code, data: [] }));
    expect(await form()).toBeDefined();
    expect(screen.getByRole('button', { name: 'Create Rule' })).toBeDefined();
  });

  it('DIALER-001 DIALERLIST-001 form and list are at their paths', () => {
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
  it.each(steps)('%s DIALER-087 DIALER-089 is the only message, and nothing is sent', async (_, change, text) => {
    setRule({ ...stored, ...change });
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

  it('DIALER-090 DIALER-044 sends a new rule without an id, with the labels of what was chosen', async () => {
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

  it('DIALER-107 shows the data of a refusal as an error, and stays open', async () => {
    setSaved(() => json({ code: 422, message: 'not this', data: 'Lead list required' }));
    open('/dialer-config?id=r-1');
    await form();
    press('Update Rule');
    await toast('Lead list required');
    expect(document.querySelector('.p-toast-error')).not.toBeNull();
    expect(place).toBe('/dialer-config?id=r-1');
  });

  it('Cancel asks before changes are lost, and leaves at once without changes', async () => {
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
