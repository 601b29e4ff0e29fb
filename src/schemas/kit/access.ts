import { accessCodes, type AccessCode } from './access-codes';
import { isAdministrator } from './roles';

/**
 * Who may do what, written once (D-003 to D-005, D-018): the route guard, the button, the server's check and the tests all
 * call `mayDo` or `mayOpen` from here.
 */

/** 1 read, 2 create, 3 update, 4 delete, 5 export and bulk, 6 open the module (menu entry and route). */
export type Level = 1 | 2 | 3 | 4 | 5 | 6;
export const levelOf = { list: 1, read: 1, create: 2, update: 3, status: 3, delete: 4, export: 5, open: 6 } as const;
export type Operation = keyof typeof levelOf;

export type FeatureName = 'workflow' | 'lead_generation' | 'ads' | 'sms' | 'email' | 'partner_college';
/** A missing flag means true (D-019). */
export type Features = { readonly [name in FeatureName]?: boolean };

/**
 * A rule for one operation.
 * 'public': no sign-in. 'signed-in': every user. 'look-up': every staff user (type org). 'org': type org.
 * 'partner': the sign-in of a publisher, which passes no other rule but 'public'. 'role 1': the admin only. 'nobody': no call (the table is written by the server itself). `refused`: every role except these.
 */
export type Rule =
  | 'public'
  | 'signed-in'
  | 'look-up'
  | 'org'
  | 'partner'
  | 'role 1'
  | 'nobody'
  | { readonly roles: readonly number[]; readonly refused?: true }
  | { readonly code: AccessCode | readonly AccessCode[]; readonly level?: Level };

export interface AccessSpec {
  /** The rule of every operation that is not listed; with a code, the operation's own level is required. */
  readonly code?: AccessCode | readonly AccessCode[];
  readonly rule?: Rule;
  readonly list?: Rule;
  readonly read?: Rule;
  readonly create?: Rule;
  readonly update?: Rule;
  readonly status?: Rule;
  readonly delete?: Rule;
  readonly export?: Rule;
  /** Where menu or route differ from the code at level 6 (D-006, D-014). */
  readonly menu?: Rule;
  readonly route?: Rule;
  /** Roles that are refused, whatever their codes (D-022). */
  readonly except?: readonly number[];
  /** For staff (type org) alone, whatever a publisher or the contact of a college holds (D-002); what is for everyone stays so. */
  readonly staff?: true;
  /** Open to the sign-in of a publisher too: what someone needs to sign in and out. */
  readonly partners?: true;
  readonly feature?: FeatureName;
}
export type Access = Rule | AccessSpec;
/** One rule for every operation. */
export const isRule = (access: Access): access is Rule => typeof access === 'string' || 'roles' in access;

export type AclEntry = { readonly code: string; readonly level: unknown };
export type Levels = ReadonlyMap<string, ReadonlySet<number>>;

/** What the rules depend on; both the server's session and the browser's stored user provide it. */
export interface Who {
  readonly role: number;
  readonly type: string;
  readonly levels: Levels;
  readonly features?: Features;
  /** What the role hides, masks or keeps from being changed, by resource and field. */
  readonly fieldRules?: readonly FieldRule[];
}

/** Can this user do this operation? `who` null means nobody is signed in. */
export function mayDo(who: Who | null, access: Access, operation: Operation): boolean {
  const spec = specOf(access);
  if (who && spec.except?.includes(who.role)) return false;
  const rule = ruleFor(spec, operation);
  if (who && shutOut(who, spec, rule)) return false;
  // D-019: a look-up that other forms need continues when its family is off.
  if (who && rule !== 'look-up' && isFeatureOff(who, spec)) return false;
  return passes(who, rule, levelOf[operation]);
}

/** Whether the organisation has switched off what this belongs to: then no right helps (D-019). */
export function isFeatureOff({ features }: Pick<Who, 'features'>, access: Access): boolean {
  const { feature } = specOf(access);
  return feature !== undefined && features?.[feature] === false;
}

/** May this user open the page (route), or see its menu entry? */
export function mayOpen(who: Who | null, access: Access, what: 'menu' | 'route' = 'route'): boolean {
  const spec = specOf(access);
  if (who && what === 'menu' && isFeatureOff(who, spec)) return false; // D-019: routes stay
  if (who && spec.except?.includes(who.role)) return false;
  const rule = spec[what] ?? ruleFor(spec, 'open');
  return !(who && shutOut(who, spec, rule)) && passes(who, rule, 6);
}

/** The one place that reads a permission list: entries of one code are combined, unreadable ones grant nothing (D-004). */
export function levelsOf(entries: readonly AclEntry[]): Levels {
  const levels = new Map<string, Set<number>>();
  for (const entry of entries) {
    if (typeof entry?.code !== 'string') continue;
    const known = levels.get(entry.code) ?? new Set<number>();
    for (const level of parseLevel(entry.level)) known.add(level);
    if (known.size) levels.set(entry.code, known);
  }
  return levels;
}

/** Role 1 holds every code at every level (D-005). */
export function everyLevel(): AclEntry[] {
  return accessCodes.map((code) => ({ code, level: [1, 2, 3, 4, 5, 6] }));
}

const shutOut = (who: Who, spec: AccessSpec, rule: Rule): boolean =>
  isPartner(who)
    ? rule !== 'public' && rule !== 'partner' && spec.partners !== true
    : spec.staff === true && who.type !== 'org' && rule !== 'signed-in' && rule !== 'public';

/** The sign-in of a publisher: whatever its role and codes, it sees the leads that the publisher delivered and nothing else (D-002). */
export const isPartner = ({ type }: Pick<Who, 'type'>): boolean => type === 'publisher';

/** A single rule applies to every operation. */
export function specOf(access: Access): AccessSpec {
  return isOneRule(access) ? { rule: access } : access;
}
const isOneRule = (access: Access): access is Exclude<Rule, { readonly code: unknown }> =>
  typeof access === 'string' || 'roles' in access;

/** The same access, but for one operation that has a rule of its own. */
export const narrowed = (access: Access, operation: Operation, rule: Rule | undefined): Access =>
  rule ? { ...specOf(access), [operation]: rule } : access;

export function ruleFor(spec: AccessSpec, operation: Operation): Rule {
  const own = operation === 'open' ? undefined : spec[operation];
  return own ?? spec.rule ?? (spec.code ? { code: spec.code } : 'nobody');
}

function passes(who: Who | null, rule: Rule, level: number): boolean {
  if (rule === 'public') return true;
  if (!who || rule === 'nobody') return false;
  if (rule === 'signed-in') return true;
  if (rule === 'look-up' || rule === 'org') return who.type === 'org';
  if (rule === 'partner') return isPartner(who);
  if (rule === 'role 1') return isAdministrator(who);
  if ('roles' in rule) return rule.roles.includes(who.role) !== (rule.refused ?? false);
  if (isAdministrator(who)) return true;
  const codes = typeof rule.code === 'string' ? [rule.code] : rule.code;
  return codes.some((code) => who.levels.get(code)?.has(rule.level ?? level) ?? false);
}

/** A single number n grants 1 to n; a list, or a JSON text of a list, grants exactly its members (D-003). */
function parseLevel(level: unknown): number[] {
  if (typeof level === 'string') {
    try {
      return parseLevel(JSON.parse(level));
    } catch {
      return [];
    }
  }
  if (isLevel(level)) return Array.from({ length: level }, (_, i) => i + 1);
  return Array.isArray(level)
    ? level.map((one) => (typeof one === 'string' && /^[1-6]$/.test(one) ? Number(one) : one)).filter(isLevel)
    : [];
}

function isLevel(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 6;
}

/** What a role's rules say about fields: not there at all, shown in part, or shown and not changed. */
export type FieldRuleKind = 'hidden' | 'masked' | 'read_only';
export interface FieldRule {
  readonly resource: string;
  readonly field: string;
  readonly rule: FieldRuleKind;
}
