import { derivedPaths, fetchOf, placeOf } from './derived';
import { derivedSteps, pathOf } from './derived-order';
import { fieldAt } from './field-at';
import { FormulaFault, formulaOf } from './formula';
import { typeOf, typeOfField } from './formula-type';
import { leadRecords } from './named-resources';
import { refOf, type AnyResource } from './resource';
import { instead, type Fail } from './schema-fault';

/** Checks the fields that a save fills in: that they can be filled in, from what there is, and in some order. */
export function checkDerived(resource: AnyResource, fail: Fail): void {
  const paths = derivedPaths(resource);
  for (const path of resource.virtual ?? [])
    if (path.includes('.') && !resource.readOnly?.includes(path))
      fail('virtual', `'${path}' is in rows and would be stored; add it to readOnly`);
  for (const path of paths) checkTarget(resource, path, fail);
  for (const path of Object.keys(resource.fetched ?? {})) checkFetch(resource, path, fail);
  for (const [path, formula] of Object.entries(resource.computed ?? {})) checkFormula(resource, path, formula, fail);
  if (paths.length)
    inWords(
      (path = '') => `${keyOf(resource, path)}.${path}`,
      fail,
      () => derivedSteps(resource),
    );
}

const keyOf = ({ fetched }: AnyResource, path: string): string => (fetched?.[path] === undefined ? 'computed' : 'fetched');

function checkTarget(resource: AnyResource, path: string, fail: Fail): void {
  const at = `${keyOf(resource, path)}.${path}`;
  const field = fieldAt(resource, path);
  const list = path.includes('.') ? (/^(\w+)\.\*\.\w+$/.exec(path)?.[1] ?? '') : undefined;
  if (!field || list === '')
    return fail(at, `'${path}' is not a field; ${instead(path, Object.keys(resource.fields.properties))}`);
  if (resource.name === leadRecords) fail(at, 'leads are written by the arrival of an enquiry; write a hook instead');
  if (resource.fetched?.[path] !== undefined && resource.computed?.[path] !== undefined)
    fail(at, 'is fetched and computed; remove one of the two');
  if (!resource.readOnly?.includes(path)) fail(at, `is never typed; add '${path}' to readOnly`);
  const required = list === undefined ? resource.fields.required : resource.fields.properties[list]?.items?.required;
  if (required?.includes(path.slice(placeOf(path).length)))
    fail(at, 'is empty where nothing is there to fill it; remove it from required');
  if (field.default !== undefined || resource.defaults?.[path] !== undefined)
    fail(at, 'has a default too; remove one of the two');
  for (const key of ['virtual', 'secret'] as const)
    if (resource[key]?.includes(path)) fail(at, `is in ${key} too; remove it there`);
}

function checkFetch(resource: AnyResource, path: string, fail: Fail): void {
  const at = `fetched.${path}`;
  const fetch = fetchOf(resource, path);
  if (!fetch) return fail(at, "must name a reference and a field of its record; write 'clg_id.city_id'");
  const ref = fieldAt(resource, fetch.ref);
  if (!refOf(resource, fetch.ref) || ref?.type === 'array')
    fail(at, `'${fetch.ref}' is not a reference to one record; add it to refs with its resource`);
}

function checkFormula(resource: AnyResource, path: string, text: unknown, fail: Fail): void {
  const at = `computed.${path}`;
  const target = fieldAt(resource, path);
  inWords(
    () => at,
    fail,
    () => {
      const type = typeOf(formulaOf(text), (name) => {
        const named = pathOf(name, placeOf(path));
        const field = fieldAt(resource, named);
        if (!field) throw new FormulaFault(`'${named}' is not a field; ${instead(name.name, namesAround(resource, named))}`);
        for (const key of ['secret', 'virtual'] as const)
          if (resource[key]?.includes(named)) throw new FormulaFault(`'${named}' is ${key} and cannot be used`);
        return field;
      });
      const own = target && typeOfField(target);
      if (type !== 'empty' && type !== own)
        throw new FormulaFault(`gives a ${type}, and the field is a ${own ?? 'list or an object'}`);
    },
  );
}

/** The names that could be meant at 'items.*.prise'. */
function namesAround(resource: AnyResource, path: string): string[] {
  const around = placeOf(path) ? fieldAt(resource, placeOf(path).slice(0, -1)) : resource.fields;
  return Object.keys(around?.properties ?? {});
}

function inWords(at: (path?: string) => string, fail: Fail, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof FormulaFault) fail(at(error.path), error.message);
    throw error;
  }
}
