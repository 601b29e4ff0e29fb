import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { pages, redirects, sources } from '../../src/app-routes';
import { accessOf } from '../../src/providers/rights';
import { levelsOf, mayOpen, type FeatureName, type Who } from '../../src/schemas/kit/access';
import { accessCodes } from '../../src/schemas/kit/access-codes';
import { menuFor as menuOf } from './menu-for';
import type { MenuLine } from './menu-line';
import { addedEntries, menuLines } from './specified-menu';

/** MENU lines whose screen does not exist yet. A line that is neither here nor in the menu has been lost. */
const open = new Set<number>([]);

interface User {
  readonly role: number;
  readonly codes?: readonly string[];
  readonly level?: number | readonly number[];
  readonly type?: string;
  readonly off?: FeatureName;
}
const who = ({ role, codes = [], level = [6], type = 'org', off }: User): Who => ({
  role,
  type,
  levels: levelsOf(codes.map((code) => ({ code, level }))),
  features: off ? { [off]: false } : {},
});
/** The entry of the user's menu with this group and label, if there is one. */
function entryFor(user: User, { group, label }: MenuLine, entity = 'College') {
  const text = label.replaceAll('{entity}', entity);
  const entries = menuOf(who(user), sources, entity).flatMap((part) => ('entries' in part ? part.entries : [part]));
  return entries.find((entry) => entry.label === text && entry.group === group);
}
const sees = (user: User, line: MenuLine): boolean => entryFor(user, line)?.path === line.path;
/** A user who always sees the entry: an admin, or a counsellor for entries that admins do not see. */
const viewer = (line: MenuLine): User => (line.rule === 'all but role 1' ? { role: 4 } : { role: 1 });
const isThere = (line: MenuLine): boolean => entryFor(viewer(line), line) !== undefined;
const there = menuLines.filter(isThere);
const idOf = (family: string, line: number): string => `${family}-${String(line).padStart(3, '0')}`;
const nameOf = (line: MenuLine): string => (line.group ? `${line.group} > ${line.label}` : line.label);
const everyCode = [...accessCodes];

describe('the menu against its table', () => {
  it('has every entry, except those whose screen does not exist yet', () => {
    const lost = menuLines.filter((line) => !isThere(line) && !open.has(line.line)).map(nameOf);
    expect(lost).toEqual([]);
  });

  it('has no entry that is not in the table', () => {
    const known = new Set([...menuLines.map((line) => nameOf(line)), ...addedEntries.map(({ label }) => label)]);
    const entries = [1, 4].flatMap((role) =>
      menuOf(who({ role, codes: everyCode }), sources, '{entity}').flatMap((part) =>
        'entries' in part ? part.entries.map(({ label }) => `${part.label} > ${label}`) : [part.label],
      ),
    );
    const unknown = entries.filter((entry) => !known.has(entry));
    expect(unknown.map((entry) => `${entry}: add its line to tests/ui/specified-menu.ts`)).toEqual([]);
  });

  it.each(there.map((line) => [idOf('MENU', line.line), nameOf(line), line] as const))('%s %s', (_, __, line) => {
    expect(entryFor(viewer(line), line)).toMatchObject({ path: line.path, ...(line.mark ? { mark: line.mark } : {}) });
    if (!line.label.includes('{entity}')) return;
    expect(entryFor(viewer(line), line, 'University')?.path).toBe(line.path);
  });

  it('SIDEBAR-017 keeps the order of the table', () => {
    for (const role of [1, 4]) {
      const shown = menuOf(who({ role, codes: everyCode }), sources, '{entity}').flatMap((part) =>
        'entries' in part ? part.entries.map(({ label }) => `${part.label} > ${label}`) : [part.label],
      );
      const added = new Set<string>(addedEntries.map(({ label }) => label));
      expect(shown.filter((name) => !added.has(name))).toEqual(menuLines.map(nameOf).filter((name) => shown.includes(name)));
      for (const { label, after } of addedEntries) if (shown.includes(label)) expect(shown[shown.indexOf(label) - 1]).toBe(after);
    }
  });

  it('MOBILE-005 MOBILE-006 has FollowUps for all but roles 1 and 6, as the phone’s bottom bar has', () => {
    const [{ label, path }] = addedEntries;
    const pathFor = (role: number): string | undefined =>
      menuOf(who({ role }), sources)
        .flatMap((part) => ('entries' in part ? [] : [part]))
        .find((entry) => entry.label === label)?.path;
    for (const role of [2, 3, 4, 5, 7]) expect(pathFor(role), String(role)).toBe(path);
    for (const role of [1, 6]) expect(pathFor(role), String(role)).toBeUndefined();
  });
});

describe('who sees what', () => {
  const coded = there.flatMap((line) => (typeof line.rule === 'object' ? [{ line, code: line.rule.code }] : []));
  it.each(coded.map(({ line, code }) => [idOf('MENUACL', line.aclLine), nameOf(line), code, line] as const))(
    '%s %s needs %s at level 6, and no other code',
    (_, __, code, line) => {
      expect(sees({ role: 4, codes: [code] }, line)).toBe(true);
      expect(sees({ role: 4, codes: [code], level: 6 }, line)).toBe(true);
      expect(sees({ role: 4, codes: everyCode.filter((one) => one !== code) }, line)).toBe(false);
      expect(sees({ role: 4, codes: [code], level: [1, 2, 3, 4, 5] }, line)).toBe(false);
      expect(sees({ role: 1 }, line)).toBe(true);
    },
  );

  const admins = there.filter(({ rule }) => rule === 'role 1');
  it.each(admins.map((line) => [nameOf(line), line] as const))('%s is for role 1 only', (_, line) => {
    for (const role of [2, 3, 4, 5, 6]) expect(sees({ role, codes: everyCode }, line), String(role)).toBe(false);
    expect(sees({ role: 1 }, line)).toBe(true);
  });

  const others = there.filter(({ rule }) => rule === 'all but role 1');
  it.each(others.map((line) => [idOf('MENUACL', line.aclLine), nameOf(line), line] as const))(
    '%s %s is for all but role 1',
    (_, __, line) => {
      for (const role of [2, 3, 4, 5, 6]) expect(sees({ role }, line), String(role)).toBe(true);
      expect(sees({ role: 1, codes: everyCode }, line)).toBe(false);
    },
  );

  const forAll = there.filter(({ rule }) => rule === 'everybody');
  it.each(forAll.map((line) => [nameOf(line), line] as const))('%s is for everyone', (_, line) => {
    for (const role of [1, 2, 3, 4, 5, 6]) expect(sees({ role, type: 'partner' }, line), String(role)).toBe(true);
  });

  const forOrg = there.filter(({ rule }) => rule === 'org');
  it.each(forOrg.map((line) => [nameOf(line), line] as const))('%s is for type org', (_, line) => {
    for (const role of [1, 4]) {
      expect(sees({ role }, line)).toBe(true);
      expect(sees({ role, type: 'partner', codes: everyCode }, line)).toBe(false);
    }
  });

  const worded = menuLines.filter(({ label }) => label.includes('{entity}'));
  it(`${worded.every(isThere) ? 'PRODUCT-006 ' : '(not all there yet) '}every entry with {entity} uses the tenant’s word`, () => {
    expect(worded.length).toBeGreaterThan(2);
    for (const line of worded.filter(isThere)) {
      expect(entryFor(viewer(line), line, 'University')!.label).toBe(line.label.replaceAll('{entity}', 'University'));
      expect(
        entryFor(viewer(line), { ...line, label: line.label.replaceAll('{entity}', 'College') }, 'University'),
      ).toBeUndefined();
    }
  });

  /** A line about several entries counts as proven when all of them exist and pass. */
  const whole = (ids: string, of: (line: MenuLine) => boolean): string =>
    menuLines.filter(of).every(isThere) ? `${ids} ` : '(not all there yet) ';
  const inGroup =
    (group: string) =>
    (line: MenuLine): boolean =>
      line.group === group;
  const groups = [
    ['MENUACL-001', 'Leads'],
    ['MENUACL-002', 'Automation'],
    ['MENUACL-003', 'Marketing'],
    ['MENUACL-004', 'Application Manager'],
  ] as const;
  it.each(groups.map(([id, group]) => [whole(id, inGroup(group)), group] as const))(
    '%srole 1 sees every existing entry of %s',
    (_, group) => {
      for (const line of there.filter(inGroup(group))) expect(sees({ role: 1 }, line), nameOf(line)).toBe(true);
    },
  );
  it(`${whole('MENUACL-005', inGroup('Setting'))}role 1 sees all settings but the hierarchy`, () => {
    for (const line of there.filter(inGroup('Setting')))
      expect(sees({ role: 1 }, line), nameOf(line)).toBe(line.label !== 'User Hierarchy');
  });
  const single = [
    ['MENUACL-036', (line: MenuLine) => line.label === 'Lead Activity', { role: 1 }, { role: 2, codes: everyCode }],
    ['MENUACL-037', (line: MenuLine) => line.label === 'Leave', { role: 1 }, { role: 2, codes: everyCode }],
    ['MENUACL-038', inGroup('Application Manager'), { role: 1 }, { role: 2, codes: everyCode }],
    ['MENUACL-039', (line: MenuLine) => line.label === 'WP Template Engine', { role: 1 }, { role: 2, codes: everyCode }],
    ['MENUACL-042 MENUACL-043 MENUACL-069', inGroup('Access Control'), { role: 4 }, { role: 1, type: 'partner' }],
    ['MENUACL-070', ({ aclLine }: MenuLine) => aclLine === 70, { role: 6, type: 'partner' }, null],
    ['MENUACL-071', ({ aclLine }: MenuLine) => aclLine === 71, { role: 6, type: 'partner' }, null],
  ] as const satisfies readonly (readonly [string, (line: MenuLine) => boolean, User, User | null])[];
  it.each(single.map(([ids, of, may, not]) => [whole(ids, of), of, may, not] as const))(
    '%severy entry of the line is visible only to its audience',
    (_, of, may, not) => {
      for (const line of there.filter(of)) {
        expect(sees(may, line), nameOf(line)).toBe(true);
        if (not) expect(sees(not, line), nameOf(line)).toBe(false);
      }
    },
  );
  const reports = menuLines.filter(({ aclLine }) => aclLine === 64);
  it(`${whole('MENUACL-064', ({ aclLine }) => aclLine === 64)}the two reports follow the role, not a code`, () => {
    for (const line of reports.filter(isThere)) {
      expect(sees({ role: 1 }, line)).toBe(true);
      expect(sees({ role: 2, codes: everyCode }, line)).toBe(line.label === 'Follow-up Report');
    }
  });

  const routed = [...pages, ...redirects];
  const modules = [
    ['PRODUCT-009', ({ label }: MenuLine) => label === 'Dashboard'],
    ['PRODUCT-010', inGroup('Leads')],
    ['PRODUCT-011', inGroup('Reports and Activity')],
    ['PRODUCT-012', inGroup('Employee Workforce')],
    ['PRODUCT-013', inGroup('Automation')],
    ['PRODUCT-014', inGroup('Marketing')],
    ['PRODUCT-015', inGroup('Application Manager')],
    ['PRODUCT-016', inGroup('Setting')],
    ['PRODUCT-017', inGroup('Access Control')],
    ['PRODUCT-018', ({ label }: MenuLine) => label === 'Help and Support'],
  ] as const satisfies readonly (readonly [string, (line: MenuLine) => boolean])[];
  it.each(modules.map(([id, of]) => [whole(id, of), of] as const))(
    '%severy entry of the module opens a page of its own',
    (_, of) => {
      const lines = there.filter(of);
      expect(lines.length).toBeGreaterThan(0);
      for (const { path, label } of lines) {
        const [address = ''] = path.split('?');
        const found = matchRoutes(
          routed.map((one) => ({ path: one.path, id: one.path })),
          address,
        )?.at(-1)?.route.id;
        const page = routed.find((one) => one.path === found);
        expect(page, label).toBeDefined();
        expect(mayOpen(who({ role: 1, codes: everyCode }), page!.access), label).toBe(true);
      }
    },
  );

  const flagged = there.flatMap((line) => (line.flag ? [{ line, flag: line.flag, flagLine: line.flagLine! }] : []));
  it.each(flagged.map((one) => [idOf('MENUACL', one.flagLine), nameOf(one.line), one] as const))(
    '%s MENUACL-073 %s disappears with its configuration flag, for role 1 too',
    (_, __, { line, flag }) => {
      const code = typeof line.rule === 'object' ? [line.rule.code] : [];
      expect(sees({ role: 4, codes: code }, line)).toBe(true);
      expect(sees({ role: 4, codes: code, off: flag }, line)).toBe(false);
      expect(sees({ role: 1, off: flag }, line)).toBe(false);
    },
  );

  it('MENUACL-034 MENUACL-035 the codes without a menu entry exist', () => {
    expect(everyCode).toEqual(expect.arrayContaining(['L2_TO_L2_RE-ASSIGNMENT', 'Timeline']));
  });

  it('MENUACL-072 Teams is shown by USERS and opened by TEAMS', () => {
    const teams = sources.find(({ menu }) => menu?.entry === 'Teams')!;
    const user = who({ role: 4, codes: everyCode.filter((code) => code !== 'TEAMS') });
    const access = accessOf(teams.name);
    expect(mayOpen(user, access, 'menu')).toBe(true);
    expect(mayOpen(user, access)).toBe(false);
    expect(mayOpen(who({ role: 4, codes: ['TEAMS'] }), access)).toBe(true);
  });
});
