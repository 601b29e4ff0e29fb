import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { roles } from '../../server/demo/reference';
import { named, pages, redirects, sources } from '../../src/app-routes';
import { levelsOf, mayOpen, type Who } from '../../src/schemas/kit/access';
import { menuFor } from './menu-for';

/** The roles of a fresh tenant, with the rights that they are seeded with. */
const people: readonly (readonly [string, Who])[] = roles.map(({ role, name, permissions }) => [
  name,
  { role, type: 'org', levels: levelsOf(permissions) },
]);
const all = [...pages, ...redirects];
const patterns = all.map(({ path }) => ({ path, id: path }));
const pageAt = (address: string): (typeof all)[number] | undefined => {
  const found = matchRoutes(patterns, address.split('?')[0]!)?.at(-1)?.route.id;
  return all.find(({ path }) => path === found);
};
const entriesOf = (who: Who) => menuFor(who, sources).flatMap((part) => ('entries' in part ? part.entries : [part]));

/** Shown to everyone in the organisation, but opened only with the code: intended (D-010), only for these four. */
const shownToAll = new Set(['/users', '/users-roles', '/feedback-management', '/announcement-management']);
const asSpecified = (who: Who, path: string): boolean => who.role !== 1 && shownToAll.has(path);

describe('links of each role', () => {
  it.each(people)('%s: every entry of the menu opens its page', (_, who) => {
    const entries = entriesOf(who);
    const refused = entries.filter(({ path }) => {
      const page = pageAt(path);
      return !page || (!mayOpen(who, page.access) && !asSpecified(who, path));
    });
    expect(refused.map(({ label, path }) => `${label} ${path}`)).toEqual([]);
    expect(entries.length).toBeGreaterThan(5);
  });

  it.each(people)('%s: the address of a group redirects to a page with the same rule', (_, who) => {
    for (const { path, to, access } of redirects) {
      const target = pageAt(to);
      expect(target, path).toBeDefined();
      expect(mayOpen(who, access), path).toBe(mayOpen(who, target!.access));
    }
  });

  it('no page hides another: each opens under its own pattern', () => {
    const bare = (path: string): string => path.replace(/\/\*$/, '').replaceAll(/:\w+/g, 'x1');
    for (const { path } of pages) expect(pageAt(bare(path))?.path.replace(/\/\*$/, ''), path).toBe(path.replace(/\/\*$/, ''));
  });
});

it('the palette does not find a page that users are only redirected to', () => {
  expect(pages.map(({ path }) => path)).toContain('/access-denied');
  expect(named.map(({ path }) => path)).not.toContain('/access-denied');
  expect(named.map(({ path }) => path)).toEqual(expect.arrayContaining(['/dashboard', '/leads', '/profile']));
});
