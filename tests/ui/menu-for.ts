import { menuOf, type MenuPart, type MenuSource } from '../../src/custom/shell/menu';
import { abilityOf } from '../support/ability-of';
import { accessOf } from '../../src/providers/rights';
import type { Access, Who } from '../../src/schemas/kit/access';

/** An entry of the product, or one that a test makes up with its access. */
export interface Source extends Omit<MenuSource, 'name'> {
  readonly name?: string;
  readonly access?: Access;
}
const nameOf = ({ name, menu }: Source): string => name ?? menu?.path ?? '';

/** The menu as someone with these rights sees it. */
export function menuFor(who: Who | null, sources: readonly Source[], entity?: string): MenuPart[] {
  const named = sources.map((source) => ({ ...source, name: nameOf(source) }));
  const subjects = named.map(({ name, access }) => ({ name, access: access ?? accessOf(name) }));
  return menuOf(abilityOf(who, subjects), named, entity);
}
