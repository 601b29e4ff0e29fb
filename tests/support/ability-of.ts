import { Ability as Rules } from '@casl/ability';
import { rulesOf, type Ability, type Action, type Declared } from '../../src/providers/ability';
import type { Access, Who } from '../../src/schemas/kit/access';

/** The ability of a user for these subjects only. */
export const abilityOf = (who: Who | null, subjects: readonly { readonly name: string; readonly access: Access }[]): Ability =>
  new Rules<[Action, string]>(
    rulesOf(
      who,
      subjects.map(({ name, access }): Declared => [access, [name]]),
    ),
  );
