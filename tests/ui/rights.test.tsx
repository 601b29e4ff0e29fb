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
import { ability, accessOf, declareSubjects, useMayDo } from '../../src/providers/rights';
import { setWho } from '../../src/providers/session/who';
import { leadReassign } from '../../src/schemas/calls/leads';
import { levelsOf, mayDo, mayOpen, type Who } from '../../src/schemas/kit/access';
import type { AccessCode } from '../../src/schemas/kit/access-codes';
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
  it('every visible resource, every call that is not public and every page, each with a unique name', () => {
    const shown = resources.filter(({ access }) => access !== 'nobody');
    for (const { name, access } of shown) expect(accessOf(name), name).toEqual(access);
    for (const { name, access } of calls) if (access !== 'public') expect(accessOf(name), name).toEqual(access);
    for (const { subject, access } of pages) expect(accessOf(subject), subject).toEqual(access);
    const names = rights.flatMap(([, of]) => of);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('an action with its own rule is checked by that rule, not by that of its resource', () => {
    setWho({ role: 2, type: 'org', levels: levelsOf([]) });
    expect([ability.can('update', 'leaves.decision'), ability.can('update', 'webhook-deliveries.replay')]).toEqual([true, false]);
    setWho({ role: 5, type: 'org', levels: levelsOf([]) });
    expect(ability.can('update', 'leaves.decision')).toBe(false);
  });

  it('a page follows the access of what its screen names, with its exceptions; its route can admit more users', () => {
    const as = (role: number, ...codes: readonly AccessCode[]): void =>
      setWho({ role, type: 'org', levels: levelsOf(codes.map((code) => ({ code, level: 6 }))) });
    const can = (page: string): boolean[] => [ability.can('menu', page), ability.can('open', page)];
    as(4, 'CAF_Application_Form_Report');
    expect(can('/product-order-detail/:id')).toEqual([true, true]);
    as(5, 'CAF_Application_Form_Report');
    expect(can('/product-order-detail/:id')).toEqual([false, false]);
    as(4);
    expect([can('/upload-csv-lead'), can('/docs/keys'), can('/chat')]).toEqual([
      [false, false],
      [false, false],
      [false, true],
    ]);
    as(4, 'UPLOAD_LEAD_CSV', 'API_DOC', 'WhatsApp_Communication');
    expect([can('/upload-csv-lead'), can('/docs/keys'), can('/chat')]).toEqual(Array(3).fill([true, true]));
    expect(() => declareSubjects([{ name: '/mistyped', access: { of: 'ledas' } }])).toThrow("named 'ledas'");
  });

  it('answers like the kit, for every subject and operation', () => {
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

describe('how a component checks rights', () => {
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

  it('by the name of a resource or page, or by the contract of a call, in the first render', () => {
    expect([answer('leads', 'update'), answer('leads', 'delete'), answer('leads', 'open')]).toEqual(['true', 'false', 'false']);
    expect([answer(leadReassign, 'update'), answer('/upload-csv-lead', 'open')]).toEqual(['true', 'false']);
    expect(answer(undefined, 'read')).toBe('false');
  });

  it('an unknown name throws at once, for the developer', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => answer('ledas', 'read')).toThrow("There is no resource, call or page named 'ledas'");
  });

  it('every check follows a change of rights', async () => {
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

describe('refine’s own ways to check rights', () => {
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

  it('what no rule mentions is denied; a page is listed for those who see its menu entry', async () => {
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
