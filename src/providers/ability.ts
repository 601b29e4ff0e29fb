import { Ability as Rules, type RawRuleOf } from '@casl/ability';
import { levelOf, mayDo, type Operation, type Who } from '../schemas/kit/access';
import type { Access } from '../schemas/kit/access';

/** Without conditions on records: those are the server's business (own rows). */
export type Ability = Rules<[string, string]>;
const operations = Object.keys(levelOf).filter((name): name is Exclude<Operation, 'open'> => name !== 'open');

/** What this user may do with each resource, worked out once; `can` then answers from memory. */
export function abilityOf(who: Who | null, resources: readonly { readonly name: string; readonly access: Access }[]): Ability {
  const rules: RawRuleOf<Ability>[] = resources.flatMap(({ name, access }) => {
    const action = operations.filter((operation) => mayDo(who, access, operation));
    return action.length ? [{ action, subject: name }] : [];
  });
  return new Rules<[string, string]>(rules);
}
