import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { App } from './app-fixture';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { states } from '../../server/demo/places';
import { streams } from '../../server/demo/reference';
import { readListRequest } from '../../server/store/list-request';
import { sources } from '../../src/app-routes';
import { RouteGuard } from '../../src/custom/shell/route-guard';
import { accessOf } from '../../src/providers/rights';
import { call } from '../../src/providers/calls/call';
import { forgetPermissions, knowUser } from '../../src/providers/session/permissions';
import { followUpList } from '../../src/schemas/calls/call-actions';
import { dialerRules } from '../../src/schemas/automation/dialer-rules';
import { levelsOf, mayOpen, type Who } from '../../src/schemas/kit/access';
import { resourceNamed } from '../../src/schemas/kit/all';
import { conditionBlocks } from '../../src/schemas/kit/condition-blocks';
import { languages } from '../../src/schemas/kit/message-fields';
import { phone } from '../../src/schemas/kit/shared-fields';
import { banks, weekdays } from '../../src/schemas/kit/static-lists';
import { toasts } from '../../src/ui/toasts/toasts';
import { menuFor as menuOf, type Source } from './menu-for';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth } from './browser-fixture';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('constants of the product', () => {
  it('CONST-001 requires level 6 for routes and menu entries', () => {
    const who = (level: readonly number[]): Who => ({ role: 4, type: 'org', levels: levelsOf([{ code: 'LEADS', level }]) });
    for (const what of ['menu', 'route'] as const) {
      expect(mayOpen(who([6]), { code: 'LEADS' }, what)).toBe(true);
      expect(mayOpen(who([1, 2, 3, 4, 5]), { code: 'LEADS' }, what)).toBe(false);
    }
  });

  it('CONST-002 Access Control exists only for type org', () => {
    const hidden: Source = {
      access: { route: 'signed-in', menu: 'org' },
      menu: { group: 'Access Control', entry: 'Timeline', path: '/timeline' },
    };
    const groups = (type: string): string[] =>
      menuOf({ role: 4, type, levels: levelsOf([]) }, [hidden]).map(({ label }) => label);
    expect(groups('org')).toEqual(['Access Control']);
    for (const type of ['publisher', 'college', 'ORG', '']) expect(groups(type), type).toEqual([]);
    const real = sources.filter(({ menu }) => menu?.group === 'Access Control');
    expect(real.length).toBeGreaterThan(3);
    for (const access of real.map(({ name }) => accessOf(name))) {
      expect(mayOpen({ role: 4, type: 'org', levels: levelsOf([]) }, access, 'menu')).toBe(true);
      expect(mayOpen({ role: 4, type: 'college', levels: levelsOf([]) }, access, 'menu')).toBe(false);
    }
  });

  it('CONST-006 checks every 100 ms whether the permissions have loaded', async () => {
    vi.useFakeTimers();
    freshBrowser('/guarded');
    forgetPermissions();
    signedIn();
    knowUser();
    let answer: (response: Response) => void = () => undefined;
    stubNetwork(() => new Promise<Response>((resolve) => (answer = resolve)));
    render(
      <MemoryRouter>
        <App>
          <RouteGuard subject="leads">
            <p>the page</p>
          </RouteGuard>
        </App>
      </MemoryRouter>,
    );
    const shown = (): boolean => screen.queryByText('the page') !== null;
    await act(() => vi.advanceTimersByTimeAsync(1000));
    await act(async () => {
      answer(json({ code: 200, data: [{ code: 'LEADS', level: [6] }] }));
      await vi.advanceTimersByTimeAsync(99);
    });
    expect(shown()).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(shown()).toBe(true);
  });

  it('CONST-032 CONST-033 CONST-034 CONST-035 dialer rules have their priorities, conditions, triggers and operators', () => {
    const { priority, triggerType, globleCondtion } = dialerRules.fields.properties;
    expect(priority).toMatchObject({ default: 0 });
    for (const value of [0, 1, 2]) expect(value >= priority.minimum && value <= priority.maximum).toBe(true);
    expect(globleCondtion.default).toBe('And');
    expect(conditionBlocks.items.properties.condition.default).toBe('And');
    expect(triggerType.enum).toEqual(['update', 'create']);
    expect(conditionBlocks.items.properties.rules.items.properties.operator.enum).toEqual(['in', 'NOT IN', '<', '>', 'between']);
  });

  it('CONST-036 takes ten digits with +91, 0 or nothing before them', () => {
    const takes = (text: string): boolean => new RegExp(phone.pattern, 'u').test(text);
    for (const text of ['9876543210', '+919876543210', '09876543210']) expect(takes(text), text).toBe(true);
    for (const text of ['987654321', '98765432100', '+9109876543210', '919876543210', '+1 9876543210', ''])
      expect(takes(text), text).toBe(false);
  });

  it('CONST-028 the entity is College unless the tenant sets another word', () => {
    expect(resourceNamed('tenant').fields.properties['entity_name']?.default).toBe('College');
    const list: Source = { access: 'signed-in', menu: { group: 'Setting', entry: '{entity} List', path: '/college-list' } };
    const [part] = menuOf({ role: 1, type: 'org', levels: levelsOf([]) }, [list]);
    expect(part && 'entries' in part && part.entries[0]?.label).toBe('College List');
  });

  it('CONST-040 CONST-041 a tenant’s defaults', () => {
    const { country, show_all_partner_clg, is_allow_inactive_user_have_leads } = resourceNamed('tenant').fields.properties;
    expect(country?.default).toBe('India');
    expect(show_all_partner_clg?.default).toBe(1);
    expect(is_allow_inactive_user_have_leads?.default).toBe(1);
  });

  it.each([
    ['CONST-047', streams, 26, 'Engineering'],
    ['CONST-048', states.map(({ value }) => value), 36, 'Karnataka'],
    ['CONST-049', banks, 33, 'State Bank of India'],
    ['CONST-050', weekdays, 7, 'Monday'],
    ['CONST-051', languages, 18, 'Hindi'],
  ] as const)('%s the list of %o has %i entries', (_, list, count, one) => {
    expect(list).toHaveLength(count);
    expect(new Set(list).size).toBe(count);
    expect(list.some((name) => name.includes(one))).toBe(true);
  });

  it('CONST-003 lists begin with ten rows of page 1, follow-ups with today', () => {
    expect(readListRequest(resourceNamed('colleges'), {})).toMatchObject({ limit: 10, offset: 0 });
    expect(followUpList.query.properties).toMatchObject({
      type: { default: 'today' },
      limit: { default: 10 },
      page_number: { default: 1 },
    });
  });
});

describe('a failure without its own handling', () => {
  function Ask(): ReactNode {
    return (
      <button type="button" onClick={() => void call({ wire: 'GET acl' }, {}).catch(toasts.error)}>
        ask
      </button>
    );
  }
  it.each([
    ['an HTTP failure', () => json({ message: 'The disk is full' }, 500), 'The disk is full', 'error'],
    ['an HTTP failure without words', () => json({}, 500), 'Some Error', 'error'],
    ['another code', () => json({ code: 409, message: 'It is taken' }), 'It is taken', 'warning'],
    ['another code without words', () => json({ code: 409 }), 'Some Error', 'warning'],
  ] as const)('ERR-004 %s shows the server’s message as specified', async (_, answer, text, kind) => {
    freshBrowser('/');
    windowWidth(1366);
    signedIn();
    stubNetwork(answer);
    render(
      <App>
        <Ask />
      </App>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'ask' }));
    expect((await screen.findByText(text)).closest(`.p-toast-${kind}`)).toBeTruthy();
  });
});
