import type { Ability as Rules, RawRuleOf } from '@casl/ability';
import { mayDo, mayOpen, type Access, type Operation, type Who } from '../schemas/kit/access';

/**
 * The subjects and operations of CASL: an operation, 'open' for a page or 'menu' for its entry, on a resource, a call or a page
 * by name. Without conditions on records, which the server checks (own rows).
 */
export type Action = Operation | 'menu';
export type Ability = Rules<[Action, string]>;
/** One access declaration, and the subjects that have it. */
export type Declared = readonly [access: Access, subjects: readonly string[]];

const operations: readonly Operation[] = ['list', 'read', 'create', 'update', 'status', 'delete', 'export'];

/** What this user can do with each subject, computed once per access declaration by the same rule that the server uses. */
export function rulesOf(who: Who | null, declared: readonly Declared[]): RawRuleOf<Ability>[] {
  return declared.flatMap(([access, subjects]) => {
    const action: Action[] = operations.filter((operation) => mayDo(who, access, operation));
    if (mayOpen(who, access)) action.push('open');
    if (mayOpen(who, access, 'menu')) action.push('menu');
    return action.length ? [{ action, subject: [...subjects] }] : [];
  });
}
