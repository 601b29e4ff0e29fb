import { describe, expect, it } from 'vitest';
import { sources } from '../../src/app-routes';
import { isActive } from '../../src/custom/shell/menu';
import { levelsOf, type Who } from '../../src/schemas/kit/access';
import { menuGroups } from '../../src/schemas/kit/menu-groups';
import { menuFor as menuOf, type Source } from './menu-for';

const who = (role: number, codes: readonly string[] = [], type = 'org', features: Who['features'] = {}): Who => ({
  role,
  type,
  features,
  levels: levelsOf(codes.map((code) => ({ code, level: [6] }))),
});
/** 'Group > Entry' or 'Entry', with where it leads. */
const entriesOf = (user: Who | null, entity?: string): Record<string, string> =>
  Object.fromEntries(
    menuOf(user, sources, entity).flatMap((part) =>
      'entries' in part
        ? part.entries.map((one) => [`${part.label} > ${one.label}`, one.path] as const)
        : [[part.label, part.path] as const],
    ),
  );

describe('the menu', () => {
  it('MENU-001 MENU-002 MENU-003 MENU-005 MENU-061 MENU-064 MENU-065 MENU-067 MENU-068 shows role 1 every existing entry, in order', () => {
    const admin = entriesOf(who(1));
    expect(admin).toMatchObject({
      Dashboard: '/dashboard',
      Publisher: '/publishers',
      'Leads > All Leads': '/leads?type=all',
      'Leads > Upload Lead CSV': '/upload-csv-lead',
      'Setting > Teams': '/teams',
      'Setting > College List': '/college-list',
      'Setting > Configuration': '/config',
      'Access Control > Users': '/users',
      'Access Control > User Roles': '/users-roles',
    });
    const groups = menuOf(who(1), sources).map(({ label }) => label);
    expect(groups).toEqual(menuGroups.filter((group) => groups.includes(group)));
  });

  it('SIDEBAR-017 keeps the order of groups and, inside one, of the MENU lines', () => {
    const shuffled: Source[] = [...menuGroups].reverse().map((group, index) => ({
      access: 'signed-in',
      menu: { group, entry: `entry ${index}`, path: `/${index}`, order: index },
    }));
    expect(menuOf(who(4), shuffled).map(({ label }) => label)).toEqual(menuGroups);
    const [part] = menuOf(who(4), [
      { access: 'signed-in', menu: { group: 'Leads', entry: 'second', path: '/b', order: 5 } },
      { access: 'signed-in', menu: { group: 'Leads', entry: 'first', path: '/a', order: 4 } },
    ]);
    expect(part && 'entries' in part && part.entries.map(({ label }) => label)).toEqual(['first', 'second']);
  });

  it('MENUACL-006 MENUACL-007 MENUACL-008 MENUACL-027 MENUACL-030 MENUACL-032 shows others an entry only with its code at level 6', () => {
    const cases = {
      LEADS: 'Leads > All Leads',
      UPLOAD_LEAD_CSV: 'Leads > Upload Lead CSV',
      USERS: 'Setting > Teams',
      Setting_Configuration: 'Setting > Configuration',
      Publisher: 'Publisher',
    };
    for (const [code, entry] of Object.entries(cases)) {
      expect(entriesOf(who(4, [code])), code).toHaveProperty([entry]);
      expect(entriesOf(who(4)), code).not.toHaveProperty([entry]);
      const low: Who = { ...who(4), levels: levelsOf([{ code, level: [1, 2, 3, 4, 5] }]) };
      expect(entriesOf(low), code).not.toHaveProperty([entry]);
    }
  });

  it('MENUACL-029 MENUACL-041 MENUACL-073 a feature that is off hides its entry from everyone', () => {
    const entry = ['Setting > College List'];
    expect(entriesOf(who(4, ['PATNER_COLLEGES']))).toHaveProperty(entry);
    expect(entriesOf(who(4))).not.toHaveProperty(entry);
    for (const role of [1, 4])
      expect(entriesOf(who(role, ['PATNER_COLLEGES'], 'org', { partner_college: false }))).not.toHaveProperty(entry);
  });

  it('MENU-064 uses the tenant’s own word', () => {
    expect(entriesOf(who(1), 'University')).toHaveProperty(['Setting > University List']);
  });

  it('MENUACL-042 MENUACL-043 MENUACL-069 Access Control belongs to every user of type org, and to no other', () => {
    expect(entriesOf(who(6))).toHaveProperty(['Access Control > Users']);
    expect(entriesOf(who(6))).toHaveProperty(['Access Control > User Roles']);
    for (const role of [1, 4])
      expect(
        Object.keys(entriesOf(who(role, ['USERS', 'USER_ROLES'], 'partner'))).filter((key) => key.startsWith('Access Control')),
      ).toEqual([]);
  });

  it('SIDEBAR-009 at the hierarchy only its own entry is marked, at a user the list of users', () => {
    const [users, hierarchy] = ['/users', '/users/user-hierarchy'].map((path) => ({ label: path, path }));
    const marked = (pathname: string): boolean[] => [users!, hierarchy!].map((entry) => isActive(entry, pathname, ''));
    expect(marked('/users/user-hierarchy')).toEqual([false, true]);
    expect(marked('/users/u-4')).toEqual([true, false]);
  });

  it('MENUACL-071 shows the dashboard to everyone', () => {
    expect(entriesOf(who(6, [], 'partner'))).toHaveProperty('Dashboard', '/dashboard');
  });

  it('MENUACL-050 leaves out a group without a visible entry', () => {
    expect(menuOf(who(4, [], 'partner'), sources).map(({ label }) => label)).not.toContain('Access Control');
    expect(menuOf(null, sources)).toEqual([]);
  });

  it('names every entry’s group as the menu spells it', () => {
    const lost = sources.filter(
      ({ menu }) => menu?.entry && !(menuGroups as readonly string[]).includes(menu.group ?? menu.entry),
    );
    expect(lost).toEqual([]);
  });
});
