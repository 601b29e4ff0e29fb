import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useUnseen } from '../../src/providers/screens/use-unseen';
import { setWho } from '../../src/providers/session/who';
import { groupDimensions, summaryGroups } from '../../src/schemas/kit/call-summary';
import { levelsOf, type FieldRule } from '../../src/schemas/kit/access';
import { reports } from '../../src/schemas/kit/all';
import { dimensionOf, dimensions, isDimension, type Dimension, type DimensionId } from '../../src/schemas/kit/dimensions';
import { acrossOf, rowsOfTab } from '../../src/schemas/kit/report';
import { specSeen, type IsVeiled } from '../../src/schemas/kit/unseen-dimensions';
import { veiledFor } from '../../server/measures/cell';
import type { Session } from '../../server/context/session';
import { freshBrowser, json, signedInAs, stubNetwork } from './browser-fixture';

const all = Object.keys(dimensions).filter(isDimension);
const rulesOfAll = all.flatMap((id): FieldRule[] => {
  const { field, ofCall }: Dimension = dimensionOf(id);
  return [
    ...(field === undefined ? [] : [{ resource: 'leads', field, rule: 'hidden' } as const]),
    ...(ofCall === undefined ? [] : [{ resource: 'calls', field: ofCall, rule: 'masked' } as const]),
  ];
});

beforeEach(() => {
  freshBrowser('/');
  stubNetwork(() => json({ status: 'success', data: [] })); // no custom fields
  signedInAs(4);
});
afterEach(cleanup);

/** What the browser does not offer to a role with these rules. */
async function veiledWith(fieldRules: readonly FieldRule[], role = 4): Promise<readonly DimensionId[]> {
  setWho({ role, type: 'org', levels: levelsOf([]), fieldRules });
  const { result, unmount } = renderHook(useUnseen);
  await waitFor(() => expect(result.current).toBeDefined());
  const veiled = all.filter(result.current!);
  unmount();
  return veiled;
}

describe('what a role does not see', () => {
  it('TRUST-S4 is offered by no report, card or group of the browser exactly where the server refuses it', async () => {
    expect(rulesOfAll.length).toBeGreaterThan(20);
    for (const rule of new Map(rulesOfAll.map((one) => [`${one.resource} ${one.field}`, one])).values()) {
      const session = { role: 4, fieldRules: [rule] } as unknown as Session;
      expect([rule, await veiledWith([rule])]).toEqual([rule, all.filter(veiledFor(session))]);
    }
  });

  it('is nothing for a rule of writing only, and nothing for administrators', async () => {
    expect(await veiledWith([{ resource: 'leads', field: 'stage_id', rule: 'read_only' }])).toEqual([]);
    expect(await veiledWith([{ resource: 'leads', field: 'stage_id', rule: 'hidden' }], 1)).toEqual([]);
  });

  it('leaves the call figures the groups that are seen', async () => {
    const veiled = await veiledWith([{ resource: 'calls', field: 'virtual_number', rule: 'hidden' }]);
    expect(summaryGroups.filter((group) => !veiled.includes(groupDimensions[group]))).toEqual([
      'user',
      'day',
      'disposition',
      'list',
    ]);
  });

  it('is no row, column or filter of a report, and every tab that is left has rows', async () => {
    const veiled = await veiledWith(rulesOfAll);
    const isOut: IsVeiled = (id) => veiled.includes(id);
    for (const { report } of reports) {
      const seen = specSeen(report, isOut);
      expect(seen.filters.filter(isOut)).toEqual([]);
      for (const tab of seen.tabs) {
        expect([...rowsOfTab(seen, tab).flatMap(({ levels }) => levels), ...acrossOf(tab)].filter(isOut)).toEqual([]);
        expect([report.name, tab.id, tab.list !== undefined || rowsOfTab(seen, tab).length > 0]).toEqual([
          report.name,
          tab.id,
          true,
        ]);
      }
      expect(specSeen(report, () => false)).toEqual(report);
    }
  });
});
