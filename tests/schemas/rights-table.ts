import type { Access, AccessSpec, AclEntry, Operation, Rule } from '../../src/schemas/kit/access';

/** What each right requires, written independently of the kit: the five levels of D-003, and one expression per rule. */
const number: Readonly<Record<Operation, number>> = {
  list: 1,
  read: 1,
  create: 2,
  update: 3,
  status: 3,
  delete: 4,
  export: 5,
  open: 6,
};

export interface Person {
  readonly name: string;
  readonly role: number;
  readonly type: string;
  readonly grants: readonly AclEntry[];
  readonly off?: string;
}
/** Whether the person may do it, by this table. */
export function expected({ role, type, grants, off }: Person, access: Access, operation: Operation): boolean {
  const spec: AccessSpec = typeof access === 'string' || 'roles' in access ? { rule: access as Rule } : (access as AccessSpec);
  if (spec.except?.includes(role)) return false;
  const own = operation === 'open' ? spec.route : spec[operation];
  const rule = own ?? spec.rule ?? (spec.code === undefined ? 'nobody' : { code: spec.code });
  if (off !== undefined && off === spec.feature && rule !== 'look-up') return false;
  if (type === 'publisher') return rule === 'public' || rule === 'partner' || (spec.partners === true && rule === 'signed-in');
  if (spec.staff && type !== 'org' && rule !== 'signed-in') return false;
  const has = (code: string, level: number): boolean =>
    grants.some((grant) => grant.code === code && (grant.level as number[]).includes?.(level));
  switch (rule) {
    case 'public':
    case 'signed-in':
      return true;
    case 'nobody':
      return false;
    case 'partner':
      return false;
    case 'role 1':
      return role === 1;
    case 'org':
    case 'look-up':
      return type === 'org';
    default:
      if ('roles' in rule) return rule.roles.includes(role) !== (rule.refused ?? false);
      return role === 1 || [rule.code].flat().some((code) => has(code, rule.level ?? number[operation]));
  }
}
