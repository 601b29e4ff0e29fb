import { Refine } from '@refinedev/core';
import { cleanup, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import { useLeadThread } from '../../src/providers/screens/lead-reach';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import type { CollegeChoice, CollegeMatch } from '../../src/schemas/calls/lead-colleges';
import type { Lead } from '../../src/schemas/leads/leads';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, type Answers, type Asked } from './browser-fixture';

export const match = (clg_id: number, clg_name: string, change: Partial<CollegeMatch> = {}): CollegeMatch => ({
  clg_id,
  clg_name,
  course_id: 'btech',
  course_name: 'B.Tech',
  stream_name: 'Engineering',
  city: 'Pune',
  state: 'Maharashtra',
  fee_total: 400_000,
  seats: 60,
  intake: null,
  last_date: '2027-06-30',
  exams: ['JEE Main'],
  hostel: true,
  is_partner: true,
  commission: null,
  fit: 72,
  eligible: 'no',
  parts: [
    { name: 'course', verdict: 'passed', why: 'The course that was asked for.', points: 30, of: 30 },
    { name: 'marks', verdict: 'failed', why: '60 % is required, the lead has 52 %.', points: 0, of: 15 },
    { name: 'last_date', verdict: 'passed', why: 'Applications are open.', points: 0, of: 0 },
  ],
  choice: null,
  website: 'https://sahyadri.example',
  form_id: null,
  ...change,
});
export const choice = (id: string, clg_name: string, change: Partial<CollegeChoice> = {}): CollegeChoice => ({
  id,
  row_version: 1,
  clg_id: 1,
  clg_name,
  city: 'Pune',
  course_id: null,
  course_name: null,
  fee_total: null,
  last_date: null,
  reason_code: null,
  reason: null,
  opened_at: null,
  response: null,
  next_step: null,
  chosen_by_name: 'Rohini Deshpande',
  chosen_at: '2026-03-02T06:35:00.000Z',
  application_state: null,
  takes_push: false,
  shared_at: null,
  shared_via: null,
  website: null,
  form_id: null,
  ...change,
});
export const lead = { id: 'l-1', name: 'Sneha Kulkarni', phone: '98xxxxxx10', email: '' } as Lead;

const Where = (): string => useLocation().search;
const Thread = (): string => JSON.stringify(useLeadThread());
export function mount(Content: ComponentType<{ lead: Lead }>, answers: Answers, search = ''): readonly Asked[] {
  const asked = stubNetwork((one) =>
    one.path.startsWith('college-match-choices')
      ? json({ code: 200, data: { streams: [{ id: 's', name: 'Engineering' }], courses: [], cities: [], exams: [] } })
      : answers(one),
  );
  render(
    <App>
      <MemoryRouter initialEntries={[`/lp/l-1/college-recommendation${search}`]}>
        <Refine options={{ disableTelemetry: true }}>
          <Content lead={lead} />
          <p data-testid="where">
            <Where />
          </p>
          <p data-testid="thread">
            <Thread />
          </p>
        </Refine>
      </MemoryRouter>
    </App>,
  );
  return asked;
}

/** A counsellor in a fresh browser before each test. */
export function eachAsCounsellor(): void {
  beforeEach(() => {
    freshBrowser('/lp/l-1/college-recommendation');
    signedIn();
    setWho({ role: 4, type: 'org', levels: levelsOf([{ code: 'LEADS', level: [1, 2, 3, 6] }]) });
  });
  afterEach(() => {
    cleanup();
    document.body.innerHTML = '';
    vi.unstubAllGlobals();
  });
}
