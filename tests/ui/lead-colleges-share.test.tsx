import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import Recommendation from '../../src/custom/lead-colleges/recommendation';
import Shortlist from '../../src/custom/lead-colleges/shortlist';
import { closeThread } from '../../src/providers/screens/lead-reach';
import { loadResource } from '../../src/providers/screens/resource-chunk';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import type { CollegeMatch } from '../../src/schemas/calls/lead-colleges';
import { json, type Answers } from './browser-fixture';
import { choice, eachAsCounsellor, match, mount } from './lead-colleges-world';

eachAsCounsellor();

describe('sharing a college, and applying to it', () => {
  const answer =
    (list: readonly CollegeMatch[]): Answers =>
    ({ method }) =>
      method === 'GET' ? json({ code: 200, data: list, total: list.length, exact: true }) : undefined;
  afterEach(closeThread);

  it('opens the messages with the college as a text, in the channels that reach the lead', async () => {
    mount(Recommendation, answer([match(1, 'Sahyadri')]));
    await userEvent.click(await screen.findByRole('button', { name: 'Share Sahyadri' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['WhatsApp', 'SMS']);
    await userEvent.click(screen.getByRole('menuitem', { name: 'SMS' }));
    expect(JSON.parse(screen.getByTestId('thread').textContent)).toEqual({
      leadId: 'l-1',
      name: 'Sneha Kulkarni',
      channel: 'sms',
      shares: {
        clg_id: 1,
        name: 'Sahyadri',
        text: 'Sahyadri: B.Tech\nPune · total fee ₹ 4,00,000 · apply until 30 Jun 2027\nhttps://sahyadri.example',
      },
    });
  });

  it('says when and how it was shared, and applies only where there is an open form and no application yet', async () => {
    setWho({ role: 1, type: 'org', levels: levelsOf([{ code: 'LEADS', level: [1, 2, 3, 6] }]) });
    mount(Shortlist, ({ path }) =>
      path.includes('custom')
        ? undefined
        : json({
            code: 200,
            data: [
              choice('c-1', 'Sahyadri', { form_id: 'f-1', shared_at: '2026-03-02T06:35:00.000Z', shared_via: 'email' }),
              choice('c-2', 'Deccan', { form_id: 'f-2', application_state: 'draft' }),
              choice('c-3', 'Konkan'),
            ],
          }),
    );
    const first = await screen.findByRole('listitem', { name: '1. Sahyadri' });
    expect(first.textContent).toContain('Shared by Email, 2 Mar');
    const offered = screen.getAllByRole('button', { name: /^Apply to/ }).map((one) => one.getAttribute('aria-label'));
    expect(offered).toEqual(['Apply to Sahyadri']);
    await loadResource('applications');
    await userEvent.click(screen.getByRole('button', { name: 'Apply to Sahyadri' }));
    const drawer = await screen.findByRole('dialog', { name: 'Add application' });
    await within(drawer).findAllByText('Sneha Kulkarni');
  });
});
