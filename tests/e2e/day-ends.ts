import type { Page } from '@playwright/test';
import type { MyDay } from '../../src/schemas/calls/leads';
import type { JourneyEntry } from '../../src/schemas/kit/lead-journey';
import { asks } from './asks';
import { askedTwice, type Outcome } from './day-leads';
import { expect } from './product';

/** One outcome, as the browser sent it. */
export interface Saved {
  readonly leadId: string;
  readonly who: string;
  readonly outcome: Outcome;
  readonly at: string | null;
  /** How many follow-ups were marked done before. */
  readonly finished?: number;
}
const dayMs = 86_400_000;
/** Dashboard, quick views, follow-ups and the journey of each lead hold what was done, and nothing else. */
export async function agrees(page: Page, day: readonly Saved[], timeZone: string): Promise<void> {
  const dayOf = (at: number | string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(at));
  const goto = (path: string): Promise<unknown> => page.goto(new URL(path, page.url()).href);
  const leads = new Map<string, Saved[]>();
  for (const one of day) leads.set(one.leadId, [...(leads.get(one.leadId) ?? []), one]);
  const stages = [...leads.values()].map((saved) => saved.at(-1)!.outcome.stage);
  const ofStage = (name: string): number => stages.filter((stage) => stage === name).length;
  // marked done: the one before
  const pending = [...leads.values()]
    .flatMap((saved) => saved.slice(saved.at(-1)!.finished ? 1 : 0))
    .flatMap(({ at }) => at ?? []);
  const done = day.reduce((sum, { finished = 0 }) => sum + finished, 0);
  const planned = day.filter(({ at }) => at).length;
  const on = (days: number): number => pending.filter((at) => dayOf(at) === dayOf(Date.now() + days * dayMs)).length;

  const mine = page.getByRole('region', { name: 'My leads by stage' });
  for (const stage of new Set(stages)) {
    const row = mine.getByRole('listitem').filter({ has: page.getByText(stage, { exact: true }) });
    await expect(row, stage).toContainText(`${stage}${ofStage(stage)}`);
  }
  await expect(page.getByRole('region', { name: 'Your work now' })).toContainText(on(0) ? `${on(0)} to do` : 'all caught up');
  const { data } = (await asks(page, 'GET', 'dashboard/my-day')) as unknown as { data: MyDay };
  expect(data.totals).toEqual({ missed: 0, overdue: 0, due_today: on(0), untouched: 0, unread: 0 });
  expect(data.tiles).toMatchObject({
    L3: { today: 40 },
    L5: { today: 0 },
    P4: { today: 2 },
    A2: { today: day.length + planned + done },
  });

  for (const [view, count] of [
    ['untouched', 0],
    ['fresh', 0],
    ['enrolled', ofStage('Enrolled')],
    ['not_interested', ofStage('Not interested')],
    ['followup_today', on(0)],
  ] as const) {
    const { data: counts } = (await asks(page, 'GET', 'leads/counts')) as { data: Record<string, { count: number }> };
    expect(counts[view]?.count, view).toBe(count);
  }

  await goto('/myfollowup?stage=tomorrow');
  const tabs = page.getByRole('navigation', { name: 'When' });
  const tab = async (name: string): Promise<number> =>
    Number(/\d+$/.exec((await tabs.getByRole('button', { name }).textContent()) ?? '')?.[0]);
  await expect(tabs.getByRole('button', { name: 'Today' })).toHaveText(`Today${on(0)}`);
  expect(await tab('Tomorrow')).toBe(on(1));
  expect((await tab('This week')) + (await tab('Later'))).toBe(pending.length - on(0) - on(1));
  expect(await tab('Done')).toBe(done);
  await expect(page.locator('tbody a[href^="/lp/"]')).toHaveCount(on(1));

  for (const [id, saved] of leads) {
    const { data: journey } = (await asks(page, 'GET', `leads/${id}/journey?limit=100`)) as unknown as { data: JourneyEntry[] };
    const found = journey.flatMap((one) =>
      one.kind === 'call_action' ? [[one.btn_message, one.sub_stage, one.message || undefined, one.call_date_time]] : [],
    );
    const wanted = saved.toReversed().map(({ outcome, at }) => [outcome.stage, outcome.sub, outcome.comment, at]);
    expect(found, saved[0]!.who).toEqual(wanted);
    expect(journey.filter((one) => one.kind === 'capture')).toHaveLength(askedTwice.has(saved[0]!.who) ? 2 : 1);
    expect(journey.filter((one) => one.kind === 'follow_up_done')).toHaveLength(saved.at(-1)!.finished ?? 0);
  }
  await goto('/dashboard');
  await mine.waitFor();
}
