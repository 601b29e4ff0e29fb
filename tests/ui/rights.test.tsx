// @vitest-environment happy-dom
import { Can } from '@casl/react';
import { EditButton, DeleteButton, CreateButton } from '@refinedev/antd';
import { CanAccess, useCan } from '@refinedev/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rights } from 'virtual:rights';
import { pages } from '../../src/app-routes';
import type { Ability, Action } from '../../src/providers/ability';
import { accessControlProvider } from '../../src/providers/access-control-provider';
import { ability, accessOf, useMayDo } from '../../src/providers/rights';
import { setWho } from '../../src/providers/session/who';
import { leadReassign } from '../../src/schemas/calls/leads';
import { levelsOf, mayDo, mayOpen, type Who } from '../../src/schemas/kit/access';
import { calls, resources } from '../../src/schemas/kit/all';
import { App } from './app-fixture';
import { freshBrowser, signedIn } from './browser-fixture';
import { openScreen } from './refine-world';

const withLevels = (...level: readonly number[]): Who => ({
  role: 4,
  type: 'org',
  levels: levelsOf([{ code: 'LEADS', level }]),
});
beforeEach(() => {
  freshBrowser('/');
  signedIn();
  setWho(withLevels(1, 3));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('what the ability knows', () => {
  it('every shown resource, every call that is not public, and every page, each under a name of its own', () => {
    const shown = resources.filter(({ access }) => access !== 'nobody');
    for (const { name, access } of shown) expect(accessOf(name), name).toEqual(access);
    for (const { name, access } of calls) if (access !== 'public') expect(accessOf(name), name).toEqual(access);
    for (const { subject, access } of pages) expect(accessOf(subject), subject).toEqual(access);
    const names = rights.flatMap(([, of]) => of);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('an action with a rule of its own is asked by that rule, beside its resource’s', () => {
    setWho({ role: 2, type: 'org', levels: levelsOf([]) });
    expect([ability.can('update', 'leaves.decision'), ability.can('update', 'webhook-deliveries.replay')]).toEqual([true, false]);
    setWho({ role: 5, type: 'org', levels: levelsOf([]) });
    expect(ability.can('update', 'leaves.decision')).toBe(false);
  });

  it('answers as the kit does, for every subject and what may be done with it', () => {
    const people: readonly (Who | null)[] = [
      null,
      withLevels(1, 6),
      { role: 1, type: 'org', levels: levelsOf([]) },
      { role: 4, type: 'college', levels: levelsOf([{ code: 'LEADS', level: 6 }]) },
      { role: 4, type: 'org', features: { workflow: false }, levels: levelsOf([{ code: 'Automtion_Workflow', level: 6 }]) },
    ];
    const operations = ['list', 'read', 'create', 'update', 'status', 'delete', 'export'] as const;
    for (const who of people) {
      setWho(who);
      for (const [access, names] of rights)
        for (const name of names) {
          for (const operation of operations) expect(ability.can(operation, name), name).toBe(mayDo(who, access, operation));
          expect(ability.can('open', name), name).toBe(mayOpen(who, access));
          expect(ability.can('menu', name), name).toBe(mayOpen(who, access, 'menu'));
        }
    }
  });
});

describe('how a component asks', () => {
  function Hooked({ of, to }: { of: Parameters<typeof useMayDo>[0]; to: Action }): ReactNode {
    return <p data-testid="may">{String(useMayDo(of)(to))}</p>;
  }
  const answer = (of: Parameters<typeof useMayDo>[0], to: Action): string => {
    render(
      <App>
        <Hooked of={of} to={to} />
      </App>,
    );
    const { textContent } = screen.getByTestId('may');
    cleanup();
    return textContent;
  };

  it('by a resource’s or page’s name, or by a call’s contract, in the first drawing', () => {
    expect([answer('leads', 'update'), answer('leads', 'delete'), answer('leads', 'open')]).toEqual(['true', 'false', 'false']);
    expect([answer(leadReassign, 'update'), answer('/upload-csv-lead', 'open')]).toEqual(['true', 'false']);
    expect(answer(undefined, 'read')).toBe('false');
  });

  it('a name that nothing has is told at once, for whoever wrote it', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => answer('ledas', 'read')).toThrow("There is no resource, call or page named 'ledas'");
  });

  it('everything that asks follows a change of rights', async () => {
    function Refined(): ReactNode {
      return <p data-testid="refined">{String(useCan({ resource: 'leads', action: 'create' }).data?.can)}</p>;
    }
    const both = (
      <>
        <Hooked of="leads" to="create" />
        <Can<Ability> I="create" a="leads">
          <p>New lead</p>
        </Can>
        <Refined />
      </>
    );
    openScreen('/leads', both);
    await waitFor(() => expect(screen.getByTestId('refined').textContent).toBe('false'));
    expect([screen.getByTestId('may').textContent, screen.queryByText('New lead')]).toEqual(['false', null]);
    act(() => setWho(withLevels(1, 2)));
    expect(screen.getByTestId('may').textContent).toBe('true');
    expect(screen.getByText('New lead')).toBeTruthy();
    await waitFor(() => expect(screen.getByTestId('refined').textContent).toBe('true'));
  });
});

describe('refine’s own ways of asking', () => {
  it('CanAccess and the buttons of @refinedev/antd show what the ability allows', async () => {
    openScreen(
      '/leads',
      <>
        <CanAccess resource="leads" action="edit" fallback={<p>no edit</p>}>
          <p>may edit</p>
        </CanAccess>
        <CanAccess resource="leads" action="delete" fallback={<p>no delete</p>}>
          <p>may delete</p>
        </CanAccess>
        <EditButton resource="leads" recordItemId="7" />
        <CreateButton resource="leads" />
        <DeleteButton resource="leads" recordItemId="7" />
      </>,
    );
    expect(await screen.findByText('may edit')).toBeTruthy();
    expect(await screen.findByText('no delete')).toBeTruthy();
    expect((await screen.findByRole('link', { name: /Edit/ })).getAttribute('href')).toBe('/leads/7/edit');
    expect([screen.queryByText('may delete'), screen.queryByRole('link', { name: /Add/ })]).toEqual([null, null]);
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
    act(() => setWho(withLevels(1, 2, 3, 4)));
    expect(await screen.findByRole('link', { name: /Add/ })).toBeTruthy();
    expect(await screen.findByRole('button', { name: /Delete/ })).toBeTruthy();
  });

  it('what no rule speaks of is nobody’s; a page is listed where its menu entry is', async () => {
    const can = async (resource: string | undefined, action: string): Promise<boolean> =>
      (await accessControlProvider.can({ ...(resource ? { resource } : {}), action })).can;
    expect([await can('leads', 'dance'), await can('no-such', 'list'), await can(undefined, 'list')]).toEqual([
      false,
      false,
      true,
    ]);
    expect([await can('/timeline', 'list'), await can('/upload-csv-lead', 'list'), await can('Leads', 'list')]).toEqual([
      true,
      false,
      true,
    ]);
    setWho({ role: 4, type: 'college', levels: levelsOf([]) });
    expect([await can('/timeline', 'list'), await can('/timeline', 'open')]).toEqual([false, true]);
  });
});
