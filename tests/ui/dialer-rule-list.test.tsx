import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { windowWidth } from './browser-fixture';
import { asked, open, place, press, setLongRules, setUp, tearDown } from './dialer-rules-world';

beforeEach(setUp);
afterEach(tearDown);

describe('the list of rules', () => {
  it('CONST-031 requests page 1 with 10 rows without a valid page in the address', async () => {
    for (const address of ['/dialer-list', '/dialer-list?page=0', '/dialer-list?page=x']) {
      asked.length = 0;
      open(address);
      await screen.findByText('Rule 1-0');
      const query = new URLSearchParams(asked.find(({ path }) => path.startsWith('dialer/config?'))!.path.split('?')[1]);
      expect([query.get('page_number'), query.get('limit')], address).toEqual(['1', '10']);
      cleanup();
    }
  });

  it('DIALERLIST-002 DIALERLIST-003 DIALERLIST-005 DIALERLIST-006 DIALERLIST-007 DIALERLIST-008 DIALERLIST-009 DIALERLIST-010 DIALERLIST-011 DIALERLIST-012 DIALERLIST-013 DIALERLIST-014 DIALERLIST-015 DIALERLIST-024 shows ten rules per page', async () => {
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

  it('CONST-031 requests page 1 with ten rows first', async () => {
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
    setLongRules(true);
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
