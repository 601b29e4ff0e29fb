import { matchResourceFromRoute } from '@refinedev/core';
import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { pages, redirects, resources } from '../../src/app-routes';
import { matcherOf } from '../../src/providers/router-provider';
import { pathIndex } from '../../src/providers/screens/path-index';

describe('the page at an address', () => {
  const at = pathIndex(
    ['/', '/users', '/users/*', '/users/:id/edit', '/lp/:id', '/lp/:id/conversion', '/docs/keys', '/docs/keys/*'].map((path) => ({
      path,
    })),
  );
  it.each([
    ['/', '/', {}],
    ['/users', '/users', {}],
    ['/Users/', '/users', {}],
    ['/users/new', '/users/*', { '*': 'new' }],
    ['/users/a%20b/edit', '/users/:id/edit', { id: 'a b' }],
    ['/users/7/edit/more', '/users/*', { '*': '7/edit/more' }],
    ['/lp/7', '/lp/:id', { id: '7' }],
    ['/lp/%E0%A4%A/conversion', '/lp/:id/conversion', { id: '%E0%A4%A' }],
    ['/docs/keys', '/docs/keys', {}],
    ['/docs/keys/7', '/docs/keys/*', { '*': '7' }],
  ] as const)('%s is %s', (address, path, params) => {
    expect(at(address)).toEqual({ entry: { path }, params });
  });

  it('is undefined if no pattern matches the whole address', () => {
    for (const address of ['/lp', '/lp/7/other', '/docs', '/user', '/nothing/at/all'])
      expect(at(address), address).toBeUndefined();
  });
});

const addressesOf = (pattern: string): string[] => {
  const bare = pattern.replace(/\/\*$/, '').replaceAll(/:\w+/g, 'x1');
  return pattern.endsWith('/*') ? [bare, `${bare}/new`, `${bare}/x1`, `${bare}/x1/edit`] : [bare, `${bare}/`, `${bare}/x1`];
};

describe('the index agrees with a search through all patterns', () => {
  it('by the router, at addresses of every page', () => {
    const all = [...pages, ...redirects];
    const at = pathIndex(all);
    const patterns = all.map(({ path }) => ({ path, id: path }));
    const addresses = all.flatMap(({ path }) => addressesOf(path));
    expect(addresses.length).toBeGreaterThan(300);
    for (const address of addresses)
      expect(at(address)?.entry.path, address).toBe(matchRoutes(patterns, address)?.at(-1)?.route.id);
  });

  it('by refine, at every page of every resource, except that import and deleted are not records', () => {
    const match = matcherOf(resources);
    const actions = ['list', 'create', 'edit', 'show'] as const;
    const patterns = resources.flatMap((resource) => actions.flatMap((action) => resource[action] ?? []));
    expect(patterns.length).toBeGreaterThan(250);
    for (const address of patterns.map((pattern) => pattern.replaceAll(':id', 'x1'))) {
      const { resource, action } = matchResourceFromRoute(address, resources);
      expect([match(address).resource?.name, match(address).action], address).toEqual([resource?.name, action]);
    }
    for (const page of ['import', 'deleted']) {
      expect(match(`/config/cities/${page}`)).toMatchObject({ resource: { name: 'cities' } });
      expect(match(`/config/cities/${page}`).action).toBeUndefined();
    }
  });
});
