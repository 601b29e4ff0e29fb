import {
  useBreadcrumb,
  useCan,
  useCreate,
  useGo,
  useList,
  useMenu,
  useNavigation,
  useOne,
  useParsed,
  useResourceParams,
  useTranslate,
  type ResourceProps,
  type TreeMenuItem,
} from '@refinedev/core';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resources, sources } from '../../src/app-routes';
import { ability } from '../../src/providers/rights';
import { setWho } from '../../src/providers/session/who';
import { matcherOf, routerProviderOver } from '../../src/providers/router-provider';
import { everyLevel, levelsOf } from '../../src/schemas/kit/access';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';
import { menuFor } from './menu-for';
import { openScreen } from './refine-world';

const admin = { role: 1, type: 'org', levels: levelsOf(everyLevel()) };
beforeEach(() => {
  freshBrowser('/');
  signedIn({ role: 1 });
  setWho(admin);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** What a hook returns at an address. */
function answerAt<T>(address: string, useHook: () => T, route = '*'): T {
  const answers: T[] = [];
  function Probe(): null {
    const answer = useHook();
    useEffect(() => void answers.push(answer));
    return null;
  }
  openScreen(address, <Probe />, { route });
  cleanup();
  return answers.at(-1)!;
}

describe('refine’s hooks know the product’s pages', () => {
  it.each([
    ['/config/cities', 'cities', 'list', undefined],
    ['/config/cities/new', 'cities', 'create', undefined],
    ['/config/cities/14/edit', 'cities', 'edit', '14'],
    ['/config/cities/a%2Fb', 'cities', 'show', 'a/b'],
    ['/config/cities/deleted', 'cities', undefined, undefined],
    ['/lp/l-1/conversion', 'leads', 'show', 'l-1'],
    ['/leads?type=fav', 'leads', 'list', undefined],
    ['/help-support/details/9', 'tickets', 'show', '9'],
    ['/dashboard', '/dashboard', 'list', undefined],
    ['/no-such-page', undefined, undefined, undefined],
  ])('useResourceParams at %s: %s, %s, %s', (address, name, action, id) => {
    const found = answerAt(address, () => useResourceParams());
    expect([found.resource?.name, found.action, found.id]).toEqual([name, action, id]);
  });

  it('useParsed has the resource and the query', () => {
    expect(answerAt('/config/cities?name=Pune', () => useParsed())).toMatchObject({
      pathname: '/config/cities',
      params: { name: 'Pune' },
      resource: { name: 'cities' },
    });
  });

  it('useParsed has the route’s parameters, and prefers query parameters of the same name', () => {
    const { params, id } = answerAt('/teams/west/things/7?kind=new&id=8', () => useParsed(), '/teams/:team/things/:id');
    expect([params?.['team'], params?.['kind'], params?.['id'], id]).toEqual(['west', 'new', '8', '7']);
  });

  it('useParsed has all values of a name that the address has twice', () => {
    expect(answerAt('/config/cities?tag=a&tag=b&tag=c', () => useParsed()).params?.['tag']).toEqual(['a', 'b', 'c']);
  });

  it('useResourceParams knows the page that clones a record, where a resource has one', () => {
    const own = [{ name: 'cities', list: '/cities', clone: '/cities/clone/:id' }];
    let found: unknown;
    function Probe(): null {
      const { resource, action, id } = useResourceParams();
      useEffect(() => void (found = [resource?.name, action, id]));
      return null;
    }
    openScreen('/cities/clone/7', <Probe />, { resources: own });
    expect(found).toEqual(['cities', 'clone', '7']);
  });

  it('the address sets nothing of a call: no method, no header, no page, no search', async () => {
    const asked = stubNetwork(({ method }) => json(method === 'POST' ? { id: 's-2' } : [], 200, { 'x-total-count': '0' }));
    function Page(): ReactNode {
      const { mutate } = useCreate();
      useOne({ resource: 'streams', id: 's-1', dataProviderName: 'rest' });
      useList({ resource: 'lead-sources', pagination: { pageSize: 5 } });
      return <button onClick={() => mutate({ resource: 'streams', values: { name: 'Law' } })}>Add</button>;
    }
    openScreen(
      '/config/streams?method=delete&headers[Idempotency-Key]=k-1&headers[X-Trace]=x&limit=1&after=c&search=y',
      <Page />,
    );
    fireEvent.click(screen.getByText('Add'));
    await waitFor(() => expect(asked).toHaveLength(3));
    expect(asked.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'GET res/lead-sources?_start=0&_end=5',
      'GET res/streams/s-1',
      'POST res/streams',
    ]);
    expect(asked.flatMap(({ headers }) => [headers.get('idempotency-key'), headers.get('x-trace')]).filter(Boolean)).toEqual([]);
  });

  it('useParsed has the nested filters of a table from the address, and its page as a number', () => {
    const kept =
      'pageSize=20&currentPage=2&sorters[0][field]=name&sorters[0][order]=desc&filters[0][operator]=or' +
      '&filters[0][value][0][field]=name&filters[0][value][0][operator]=contains&filters[0][value][0][value]=Pu';
    expect(answerAt(`/config/cities?${kept}`, () => useParsed()).params).toMatchObject({
      currentPage: 2,
      pageSize: 20,
      sorters: [{ field: 'name', order: 'desc' }],
      filters: [{ operator: 'or', value: [{ field: 'name', operator: 'contains', value: 'Pu' }] }],
    });
  });

  it('useMenu has the entries of the product’s menu, in its groups and its order', () => {
    const { menuItems, selectedKey, defaultOpenKeys } = answerAt('/users', () => useMenu());
    const own = menuFor(admin, sources);
    // as a layout draws them, each in refine's CanAccess
    const allowed = (items: readonly TreeMenuItem[]): TreeMenuItem[] => items.filter(({ name }) => ability.can('menu', name));
    const shown = (items: readonly TreeMenuItem[]): unknown[] =>
      allowed(items).map(({ label, route, children }) =>
        children.length ? [label, allowed(children).map((one) => one.route)] : route,
      );
    const path = (address: string): string => address.split('?')[0]!.replace(/^\/help-support$/, '/help-support/list');
    expect(shown(menuItems)).toEqual(
      own.map((part) => ('entries' in part ? [part.label, part.entries.map((one) => path(one.path))] : path(part.path))),
    );
    expect(menuItems.find(({ label }) => label === 'Marketing')?.icon).toBeTruthy();
    expect(selectedKey).toContain('users');
    expect(defaultOpenKeys.some((key) => key.includes('Access Control'))).toBe(true);
  });

  it('useBreadcrumb leads from the group through the list to the action', () => {
    const { breadcrumbs } = answerAt('/users/7/edit', () => useBreadcrumb());
    expect(breadcrumbs.map(({ label, href }) => [label, href])).toEqual([
      ['Access Control', undefined],
      ['Users', '/users'],
      ['Edit', undefined],
    ]);
  });

  it('useNavigation leads to existing pages, including a resource’s own record page', () => {
    const to = answerAt('/dashboard', () => useNavigation());
    expect([to.listUrl('cities'), to.createUrl('cities'), to.editUrl('cities', 14), to.showUrl('cities', 'a/b')]).toEqual([
      '/config/cities',
      '/config/cities/new',
      '/config/cities/14/edit',
      '/config/cities/a%2Fb',
    ]);
    expect([to.showUrl('leads', 'l-1'), to.showUrl('orders', 3)]).toEqual(['/lp/l-1/conversion', '/product-order-detail/3']);
    // without such a call or page
    expect([to.createUrl('countries'), to.editUrl('orders', 3), to.listUrl('follow-ups')]).toEqual(['', '', '']);
  });

  it('useGo goes to pages, and to the sign-in pages outside of the router', async () => {
    function Links(): ReactNode {
      const go = useGo();
      const { pathname } = useLocation();
      return (
        <>
          <p data-testid="place">{pathname}</p>
          <button onClick={() => go({ to: { resource: 'cities', action: 'edit', id: 14 } })}>City</button>
          <button onClick={() => go({ to: '/verify-otp' })}>Code</button>
        </>
      );
    }
    openScreen('/dashboard', <Links />);
    fireEvent.click(screen.getByText('City'));
    await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/config/cities/14/edit'));
    fireEvent.click(screen.getByText('Code'));
    expect(location.pathname).toBe('/verify-otp');
    expect(screen.getByTestId('place').textContent).toBe('/config/cities/14/edit');
  });

  it('useCan answers by the rights of the user', async () => {
    setWho({ role: 4, type: 'org', levels: levelsOf([{ code: 'SMS_Communication', level: [1, 3] }]) });
    function Rights(): ReactNode {
      const answers = ['list', 'show', 'create', 'edit', 'delete'].map(
        (action) => useCan({ resource: 'sms-templates', action }).data?.can,
      );
      return <p data-testid="rights">{JSON.stringify(answers)}</p>;
    }
    openScreen('/sms-campaign/templates', <Rights />);
    await waitFor(() => expect(screen.getByTestId('rights').textContent).toBe('[true,true,false,true,false]'));
  });

  it('useTranslate uses the words of a resource', () => {
    const translate = answerAt('/dashboard', () => useTranslate());
    expect([
      translate('cities.cities', 'cities'),
      translate('cities.titles.list'),
      translate('cities.titles.create'),
      translate('sms-templates.titles.edit'),
    ]).toEqual(['City', 'Cities', 'Add city', 'Edit SMS template']);
  });
});

describe('the list of resources', () => {
  it('has every resource once, with the name that rights use, and only existing pages', () => {
    const names = resources.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['leads', 'follow-ups', 'calls', '/timeline', 'Marketing']));
    const of = (name: string): ResourceProps => resources.find((one) => one.name === name)!;
    expect(of('follow-ups')).toEqual({ name: 'follow-ups', meta: { label: 'Follow-ups', hide: true, canDelete: true } });
    expect(of('countries')).toMatchObject({ list: '/config/countries', meta: { canDelete: false, parent: 'Setting' } });
    expect([of('countries').create, of('countries').show, of('leads').show]).toEqual([
      undefined,
      undefined,
      '/lp/:id/conversion',
    ]);
    expect(of('leads').meta).toMatchObject({ label: 'All Leads', parent: 'Leads' });
  });
});

describe('an address is looked up once', () => {
  it('for all hooks on the page, and again only at the next address', async () => {
    let indexed = 0;
    const looked: string[] = [];
    const provider = routerProviderOver((all) => {
      indexed++;
      const match = matcherOf(all);
      return (pathname) => {
        looked.push(pathname);
        return match(pathname);
      };
    });
    const many: ResourceProps[] = Array.from({ length: 500 }, (_, at) => ({
      name: `things-${at}`,
      list: `/things-${at}`,
      create: `/things-${at}/new`,
      edit: `/things-${at}/:id/edit`,
      show: `/things-${at}/:id`,
    }));
    function One(): ReactNode {
      const { id, resource, action } = useResourceParams();
      useNavigation();
      useBreadcrumb();
      return <li>{[resource?.name, action, id].join(' ')}</li>;
    }
    function Screen(): ReactNode {
      const go = useGo();
      return (
        <>
          {Array.from({ length: 40 }, (_, at) => (
            <One key={at} />
          ))}
          <button onClick={() => go({ to: '/things-7/new' })}>Next</button>
        </>
      );
    }
    openScreen('/things-499/x1/edit', <Screen />, { resources: many, routerProvider: provider });
    expect(screen.getAllByText('things-499 edit x1')).toHaveLength(40);
    expect([indexed, looked]).toEqual([1, ['/things-499/x1/edit']]);
    fireEvent.click(screen.getByText('Next'));
    await waitFor(() => expect(screen.getAllByText('things-7 create')).toHaveLength(40));
    expect([indexed, looked]).toEqual([1, ['/things-499/x1/edit', '/things-7/new']]);
  });
});
