import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { campaignColumns, valuesOf } from '../../src/custom/marketing-figures/campaign-columns';
import { FigureTable } from '../../src/custom/marketing-figures/figure-table';
import { changeText, figureText, per } from '../../src/custom/marketing-figures/figure-text';
import { snippetOf } from '../../src/custom/marketing-figures/snippet';
import type { CampaignNumbers } from '../../src/schemas/calls/marketing-figures';
import { readCell } from '../../src/schemas/kit/cells';
import { freshBrowser, signedInAs } from './browser-fixture';

const none: CampaignNumbers = {
  spend: null,
  impressions: null,
  clicks: null,
  leads: 0,
  verified: 0,
  applications: 0,
  enrolled: 0,
  revenue: 0,
};
const shown = {
  days: ['2026-03-01', '2026-03-10'],
  by: 'campaign',
  platform: 'google',
  attribution: 'last',
  whole: true,
} as const;

describe('figures', () => {
  it('are – where they are not known or cannot be worked out, and 0 where nothing was counted', () => {
    expect(figureText(null, 'rupees')).toBe('–');
    expect(figureText(0, 'count')).toBe('0');
    expect(figureText(per(5, 0), 'rupees')).toBe('–');
    expect(figureText(per(null, 5), 'percent')).toBe('–');
    expect(figureText(per(1, 3), 'percent')).toBe('33.3 %');
    expect(figureText(1_250_000, 'rupees')).toBe('₹ 12,50,000');
    expect(figureText(12.345, 'rupees')).toBe('₹ 12.35');
    expect(figureText(3.2, 'times')).toBe('3.20 ×');
  });

  it('say how far they are from the previous period, and nothing where there is nothing to say', () => {
    expect(changeText(12, 10, 'count')).toBe('↑ 20.0 %');
    expect(changeText(0.25, 0.3, 'percent')).toBe('↓ 5.0 pts');
    expect(changeText(4, 0, 'count')).toBe('↑ new');
    expect(changeText(4, 4, 'count')).toBeUndefined();
    expect(changeText(null, 4, 'rupees')).toBeUndefined();
    expect(changeText(4, null, 'rupees')).toBeUndefined();
  });

  it('the snippet carries the site’s key and its question, and cannot be broken out of', () => {
    expect(snippetOf({ id: 'S1', consent: 'ask', consent_text: null }, 'https://crm.example')).toBe(
      '<script async src="https://crm.example/t.js" data-site="S1"></script>',
    );
    expect(snippetOf({ id: 'S1', consent: 'site', consent_text: 'x' }, 'https://crm.example')).toContain('data-consent="site"');
    expect(snippetOf({ id: 'S1', consent: 'ask', consent_text: '"><b>' }, 'https://crm.example')).toContain(
      'data-consent-text="&quot;>&lt;b>"',
    );
  });

  it('a cell names the capture that the lead is credited to', () => {
    expect(valuesOf(shown, { key: 'mba', label: 'mba' })).toEqual({ last_platform: ['google'], last_campaign: ['mba'] });
    expect(valuesOf({ ...shown, by: 'source', attribution: 'first', platform: undefined }, { key: '', label: '' })).toEqual({
      source: [''],
    });
    expect(valuesOf({ ...shown, by: 'day', attribution: 'any' }, { key: '2026-03-02', label: '' })).toEqual({
      any_platform: ['google'],
      day: ['2026-03-02'],
    });
  });
});

it('what a lead cost is known only to those who see all leads, since costs are of all', () => {
  const numbers = { ...none, spend: 900, clicks: 30, leads: 3, applications: 1, enrolled: 1, revenue: 90 };
  const told = (whole: boolean): string[] =>
    campaignColumns({ ...shown, whole }).flatMap(({ name, value }) => (value(numbers) === null ? [] : [name]));
  expect(told(true).filter((name) => !told(false).includes(name))).toEqual(['cpl', 'cpa', 'cpe', 'roas']);
});

describe('the table of figures', () => {
  beforeEach(() => {
    freshBrowser();
    signedInAs(1);
  });
  afterEach(cleanup);
  const rows = [
    { ...none, key: 'mba', label: 'mba', spend: 900, clicks: 30, impressions: 1000, leads: 3 },
    { ...none, key: 'bba', label: 'bba', leads: 12 },
  ];
  const total: CampaignNumbers = { ...none, spend: 900, clicks: 30, impressions: 1000, leads: 15 };
  const table = (busy = false) => (
    <MemoryRouter>
      <FigureTable
        label="Campaigns"
        rowTitle="Campaign"
        columns={campaignColumns(shown)}
        rows={rows}
        total={total}
        moreRows={2}
        busy={busy}
      />
    </MemoryRouter>
  );
  it('stands next to the figures of the previous period', () => {
    const before = { rows: [{ ...none, key: 'bba', label: 'bba', leads: 10 }], total: { ...total, leads: 10 } };
    render(
      <MemoryRouter>
        <FigureTable
          label="Campaigns"
          rowTitle="Campaign"
          columns={campaignColumns(shown)}
          rows={rows}
          total={total}
          moreRows={0}
          busy={false}
          before={before}
        />
      </MemoryRouter>,
    );
    expect(within(rowOf(/^bba/)).getByTitle('Previous period: 10').textContent).toBe('↑ 20.0 %');
    expect(within(rowOf(/^Total/)).getByTitle('Previous period: 10').textContent).toBe('↑ 50.0 %');
    expect(within(rowOf(/^mba/)).queryByTitle(/^Previous/)).toBeNull();
  });

  const rowOf = (name: RegExp): HTMLElement => screen.getByRole('row', { name });

  it('shows unknown spend as –, ratios of what is known, and a total first', () => {
    render(table());
    expect(
      within(rowOf(/^mba/))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
        .slice(0, 7),
    ).toEqual(['₹ 900', '1,000', '30', '3.0 %', '₹ 30', '3', '₹ 300']);
    const bba = within(rowOf(/^bba/))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    expect([bba[0], bba[5], bba[6]]).toEqual(['–', '12', '–']);
    expect(screen.getAllByRole('row')[1]!.textContent).toContain('Total');
    expect(screen.getByText('2 more rows are counted in the total.')).toBeTruthy();
  });

  it('sorts by every column, unknown ones last when the most come first', () => {
    render(table());
    const names = (): (string | null)[] => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(names()).toEqual(['Total', 'mba', 'bba']);
    fireEvent.click(screen.getByRole('button', { name: 'Leads' }));
    expect(names()).toEqual(['Total', 'bba', 'mba']);
    fireEvent.click(screen.getByRole('button', { name: 'Spend' }));
    expect(names()).toEqual(['Total', 'mba', 'bba']);
    fireEvent.click(screen.getByRole('button', { name: 'Campaign' }));
    expect(names()).toEqual(['Total', 'bba', 'mba']);
  });

  it('each number of leads opens the list of its leads', () => {
    render(table());
    const link = within(rowOf(/^mba/)).getByRole('link', { name: '3' });
    const cell = new URLSearchParams(link.getAttribute('href')!.split('?')[1]).get('cell')!;
    expect(readCell(cell)).toEqual({
      measure: 'L1',
      from: '2026-03-01',
      to: '2026-03-10',
      values: { last_platform: ['google'], last_campaign: ['mba'] },
    });
  });
});
