import { useAbility } from '@casl/react';
import { rights } from 'virtual:rights';
import { specOf, type Access } from '../schemas/kit/access';
import type { ScreenAccess } from '../schemas/kit/screen';
import { rulesOf, SharedRules, type Ability, type Action, type Declared } from './ability';
import { currentWho, onWho } from './session/who';

let declared: readonly Declared[] = rights;
let known = declaredByName();

/** What the signed-in user can do; it follows every change of the user and of the permission list. */
export const ability: Ability = new SharedRules((subject) => known.get(subject));
const refresh = (): void => void ability.update(rulesOf(currentWho(), declared));
refresh();
onWho(refresh);

/** The subjects other than the resources and calls of the schema files: the pages of the browser. */
export function declareSubjects(more: readonly { readonly name: string; readonly access: Access | ScreenAccess }[]): void {
  const missing = more.filter(({ name }) => !known.has(name));
  if (!missing.length) return;
  declared = [...declared, ...missing.map(({ name, access }): Declared => [resolved(access), [name]])];
  known = declaredByName();
  refresh();
}

/** The access declaration of a resource, a call or a page. An unknown name is a programming error. */
export function accessOf(subject: string): Access {
  const access = known.get(subject)?.[0];
  if (access === undefined) throw new Error(`There is no resource, call or page named '${subject}' to ask rights of.`);
  return access;
}
export const isSubject = (name: string): boolean => known.has(name);

/**
 * Whether this user can do it: for a resource or call by contract or name, for a page by path: `useMayDo('leads')('create')`.
 * Answered synchronously from memory, so that no button flickers. A subject that is not loaded yet allows nothing.
 */
export function useMayDo(subject: string | { readonly name: string } | undefined): (action: Action) => boolean {
  const now = useAbility<Ability>();
  const name = typeof subject === 'object' ? subject.name : subject;
  if (name !== undefined) accessOf(name);
  return (action) => name !== undefined && now.can(action, name);
}

/** A screen's access, with that of the resource or call it names. */
function resolved(access: Access | ScreenAccess): Access {
  if (typeof access === 'string' || !('of' in access)) return access;
  const { of, route } = access;
  return route ? { ...specOf(accessOf(of)), route } : accessOf(of);
}

function declaredByName(): ReadonlyMap<string, Declared> {
  const byName = new Map<string, Declared>();
  for (const one of declared) for (const name of one[1]) byName.set(name, one);
  return byName;
}
