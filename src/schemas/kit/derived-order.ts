import { derivedPaths, fetchOf, placeOf } from './derived';
import { FormulaFault, formulaOf, namesOf, type Formula } from './formula';
import type { AnyResource } from './resource';

/** One field to fill in: `list` where it stands in rows. */
export interface DerivedStep {
  readonly path: string;
  readonly name: string;
  readonly list?: string;
  readonly fetch?: { readonly ref: string; readonly from: string };
  readonly formula?: Formula;
}

const known = new WeakMap<AnyResource, readonly DerivedStep[]>();
/** The fields that a save fills in, each after those it needs. Throws a FormulaFault where two wait for each other. */
export function derivedSteps(resource: AnyResource): readonly DerivedStep[] {
  const found = known.get(resource) ?? ordered(resource);
  known.set(resource, found);
  return found;
}

function ordered(resource: AnyResource): DerivedStep[] {
  const steps = new Map(derivedPaths(resource).map((path) => [path, stepOf(resource, path)]));
  const done: DerivedStep[] = [];
  const visit = (step: DerivedStep, above: readonly string[]): void => {
    if (done.includes(step)) return;
    if (above.includes(step.path)) throw new FormulaFault(`depends on itself: ${[...above, step.path].join(', ')}`, step.path);
    for (const path of neededBy(step)) {
      const other = steps.get(path);
      if (other) visit(other, [...above, step.path]);
    }
    done.push(step);
  };
  for (const step of steps.values()) visit(step, []);
  return done;
}

function stepOf(resource: AnyResource, path: string): DerivedStep {
  const list = placeOf(path).replace(/\.\*\.$/, '');
  const fetch = fetchOf(resource, path);
  const formula = resource.computed?.[path];
  return {
    path,
    name: path.slice(placeOf(path).length),
    ...(list ? { list } : {}),
    ...(fetch ? { fetch } : {}),
    ...(formula === undefined ? {} : { formula: formulaOf(formula) }),
  };
}

/** The paths that must have their values first. */
export function neededBy({ path, fetch, formula }: DerivedStep): readonly string[] {
  const named = formula ? namesOf(formula).map((name) => pathOf(name, placeOf(path))) : [];
  return fetch ? [fetch.ref, ...named] : named;
}

/** The path of what a formula names: in a row 'price' is 'items.*.price'. */
export function pathOf(name: ReturnType<typeof namesOf>[number], place: string): string {
  if (name.is === 'column') return `${name.list}.*.${name.name}`;
  return name.is === 'record' ? name.name : place + name.name;
}
