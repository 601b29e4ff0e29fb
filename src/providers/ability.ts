import type { Ability as Rules, RawRuleOf } from '@casl/ability';
import { mayDo, mayOpen, type Access, type Operation, type Who } from '../schemas/kit/access';

/**
 * What CASL is asked: an operation, 'open' for a page or 'menu' for its entry, of a resource, a call or a page by its name.
 * Without conditions on records: those are the server's business (own rows).
 */
export type Action = Operation | 'menu';
export type Ability = Rules<[Action, string]>;
/** One access, and the subjects that declare it. */
export type Declared = readonly [access: Access, subjects: readonly string[]];

const operations: readonly Operation[] = ['list', 'read', 'create', 'update', 'status', 'delete', 'export'];

/** What this user may do with each subject, worked out once an access by the rule that the server goes by too. */
export function rulesOf(who: Who | null, declared: readonly Declared[]): RawRuleOf<Ability>[] {
  return declared.flatMap(([access, subjects]) => {
    const action: Action[] = operations.filter((operation) => mayDo(who, access, operation));
    if (mayOpen(who, access)) action.push('open');
    if (mayOpen(who, access, 'menu')) action.push('menu');
    return action.length ? [{ action, subject: [...subjects] }] : [];
  });
}
