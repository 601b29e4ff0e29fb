import type { FieldRule, FieldRuleKind } from './access';
import { derivedPaths, fetchOf, placeOf } from './derived';
import { isVeiled, rulesFor, type FieldRules } from './field-rules';
import { refOf, type AnyResource } from './resource';

type Named = (name: string) => AnyResource | undefined;
/** Where a value comes from: a field of a resource. Of one that no screen shows, the browser knows the name only. */
interface Origin {
  readonly of: string;
  readonly resource: AnyResource | undefined;
  readonly path: string;
}

/**
 * The role's rules, those of copies and results included: they show no more than what they are made of, be it a copy or a result
 * itself. `named` finds the schema files that values are copied from.
 */
export function allRulesFor(resource: AnyResource, all: readonly FieldRule[], named: Named): FieldRules {
  const rules = rulesFor(resource, all);
  for (const path of derivedPaths(resource))
    for (const origin of originsOf({ of: resource.name, resource, path }, named))
      for (const [field, rule] of rulesOf(origin, all)) {
        if (field === origin.path) veil(rules, path, rule);
        else if (field.startsWith(`${origin.path}.`)) veil(rules, path + field.slice(origin.path.length), rule);
      }
  return rules;
}

const rulesOf = ({ of, resource }: Origin, all: readonly FieldRule[]): Iterable<readonly [string, FieldRuleKind]> =>
  resource ? rulesFor(resource, all) : all.flatMap((one) => (one.resource === of ? [[one.field, one.rule] as const] : []));

/** Everything that a value is copied or calculated from, at any distance; fields may need each other across files. */
function originsOf(first: Origin, named: Named): Iterable<Origin> {
  const found = new Map([[`${first.of} ${first.path}`, first]]);
  for (const origin of found.values())
    for (const next of madeOf(origin, named)) {
      const key = `${next.of} ${next.path}`;
      if (!found.has(key)) found.set(key, next);
    }
  return found.values();
}

function madeOf({ of, resource, path }: Origin, named: Named): Origin[] {
  if (!resource) return [];
  const own = (name: string): Origin => ({ of, resource, path: name });
  const fetch = fetchOf(resource, path);
  const to = fetch && refOf(resource, fetch.ref)?.to;
  if (fetch && to !== undefined) return [{ of: to, resource: to === of ? resource : named(to), path: fetch.from }];
  // A list shows what its rows are made of; a name in a row's formula is one of the row or of the record.
  const inRows = derivedPaths(resource).filter((one) => one.startsWith(`${path}.*.`));
  const names = resource.computed?.[path]?.match(/[A-Za-z_]\w*/g) ?? [];
  return [...inRows, ...names, ...names.map((name) => placeOf(path) + name)].map(own);
}

/** Rows are hidden as a whole: rules name no field inside them. What is hidden does not become masked. */
function veil(rules: Map<string, FieldRuleKind>, path: string, rule: FieldRuleKind): void {
  const name = path.replace(/\.\*.*$/, '');
  if (isVeiled(rule) && rules.get(name) !== 'hidden') rules.set(name, rule);
}
