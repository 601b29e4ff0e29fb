import { Ability as Rules, type RawRuleOf } from '@casl/ability';
import { mayDo, mayOpen, type Access, type Operation, type Who } from '../schemas/kit/access';

/**
 * The subjects and operations of CASL: an operation, 'open' for a page or 'menu' for its entry, on a resource, a call or a page
 * by name. Without conditions on records, which the server checks (own rows).
 */
export type Action = Operation | 'menu';
export type Ability = Rules<[Action, string]>;
type RulesAsked = Parameters<Ability['possibleRulesFor']>;
/** One access declaration, and the subjects that have it. */
export type Declared = readonly [access: Access, subjects: readonly string[]];

const operations: readonly Operation[] = ['list', 'read', 'create', 'update', 'status', 'delete', 'export'];

/** What this user can do with each subject, computed once per access declaration by the same rule that the server uses. */
export function rulesOf(who: Who | null, declared: readonly Declared[]): RawRuleOf<Ability>[] {
  return declared.flatMap(([access, subjects]) => {
    const action: Action[] = operations.filter((operation) => mayDo(who, access, operation));
    if (mayOpen(who, access)) action.push('open');
    if (mayOpen(who, access, 'menu')) action.push('menu');
    return action.length ? [{ action, subject: standIn(subjects) }] : [];
  });
}

const standIn = ([first = '']: readonly string[]): string => first;

/**
 * All subjects of a declaration are asked as its first one, so what CASL writes out at every change of the rules grows with the
 * declarations, of which there are few, and not with the resources.
 */
export class SharedRules extends Rules<[Action, string]> {
  readonly #declaredOf: (subject: string) => Declared | undefined;

  constructor(declaredOf: (subject: string) => Declared | undefined) {
    super();
    this.#declaredOf = declaredOf;
  }

  override possibleRulesFor(...[action, subject]: RulesAsked): ReturnType<Ability['possibleRulesFor']> {
    const declared = typeof subject === 'string' ? this.#declaredOf(subject) : undefined;
    return super.possibleRulesFor(action, declared ? standIn(declared[1]) : subject);
  }
}
