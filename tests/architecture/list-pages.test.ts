import { describe, expect, it } from 'vitest';
import { longFunctions } from './function-lengths';
import { readSources } from './imports';

/** What all lists share is in ListPage and useList; pages add their own. Maximum lines of file and longest function. */
const users: Readonly<Record<string, { readonly file: number; readonly longest: number }>> = {
  'src/custom/call-history/history-list.tsx': { file: 115, longest: 60 },
  'src/custom/follow-ups/follow-ups-list.tsx': { file: 100, longest: 65 },
  'src/custom/attendance/corrections-page.tsx': { file: 130, longest: 60 },
  'src/custom/lead-activity/lead-activity-page.tsx': { file: 80, longest: 50 },
  'src/custom/leads/leads-page.tsx': { file: 110, longest: 70 },
  'src/custom/reports/follow-up-list.tsx': { file: 70, longest: 40 },
  'src/resources/list/counted-rows.tsx': { file: 70, longest: 40 },
  'src/custom/note-history/note-history-page.tsx': { file: 130, longest: 90 },
  'src/custom/publisher-page/deliveries-page.tsx': { file: 90, longest: 60 },
  'src/custom/order-report/order-report-page.tsx': { file: 160, longest: 100 },
  'src/custom/own-referrals/own-referrals-page.tsx': { file: 100, longest: 65 },
  'src/custom/automation-pages/own-automations.tsx': { file: 70, longest: 40 },
  'src/custom/automation-pages/template-list.tsx': { file: 70, longest: 50 },
  'src/resources/list/resource-list.tsx': { file: 100, longest: 50 },
};

describe('one list page', () => {
  const sources = readSources(['src']);

  it('is used by leads, follow-ups, the rows of reports and the catalogues', () => {
    const pages = sources.filter(({ runImports }) => runImports.includes('src/resources/list/list-page.tsx'));
    expect(pages.map(({ path }) => path).sort()).toEqual(Object.keys(users).sort());
  });

  it('keeps the pages that use it short', () => {
    const thick = sources.flatMap(({ path, text, lines }) => {
      const most = users[path];
      if (!most) return [];
      return [...(lines > most.file ? [`${path}: ${lines} lines`] : []), ...longFunctions(path, text, most.longest)];
    });
    expect(thick).toEqual([]);
  });
});
