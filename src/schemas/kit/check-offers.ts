import { checkField } from './check-field';
import { refOf, type AnyResource } from './resource';
import { instead, type Fail } from './schema-fault';
import { people } from './named-resources';

/** Checks what the actions of a record ask for in their dialogs, and whom they are offered to. */
export function checkOffers(resource: AnyResource, fail: Fail): void {
  for (const [name, { offers = [] }] of Object.entries(resource.actions ?? {}))
    for (const [at, { ask, to }] of offers.entries()) {
      const here = `actions.${name}.offers.${at}`;
      const asked = Object.keys(ask?.properties ?? {});
      for (const [field, what] of Object.entries(ask?.properties ?? {}))
        checkField(`${here}.ask.properties.${field}`, what, fail);
      for (const one of ask?.required ?? [])
        if (!asked.includes(one)) fail(`${here}.ask.required`, `'${one}' is not asked for; ${instead(one, asked)}`);
      for (const one of Object.keys(ask?.ui ?? {}))
        if (!asked.includes(one)) fail(`${here}.ask.ui`, `'${one}' is not asked for; ${instead(one, asked)}`);
      if (to !== undefined && to !== 'created_by' && refOf(resource, to)?.to !== people)
        fail(`${here}.to`, `'${to}' does not name a user; add it to refs: { ${to}: '${people}' }`);
    }
}
