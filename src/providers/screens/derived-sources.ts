import { loadChunk, manifest } from 'virtual:manifest';
import type { FieldRule } from '../../schemas/kit/access';
import { derivedPaths, sourceOf } from '../../schemas/kit/derived';
import { allRulesFor } from '../../schemas/kit/derived-rules';
import type { FieldRules } from '../../schemas/kit/field-rules';
import type { AnyResource } from '../../schemas/kit/resource';

/** The rules of a resource with copies, decided as on the server: with every schema file that its values come from, at any distance. */
export async function rulesWithSources(
  resource: AnyResource,
): Promise<(of: AnyResource, all: readonly FieldRule[]) => FieldRules> {
  const found = new Map([[resource.name, resource]]);
  for (const one of found.values())
    for (const name of sourcesOf(one)) if (!found.has(name)) found.set(name, (await loadChunk(name)).resource);
  return (of, all) => allRulesFor(of, all, (name) => found.get(name));
}

/** Without those that the browser has no file of, because no screen shows them. */
const sourcesOf = (resource: AnyResource): readonly string[] =>
  derivedPaths(resource)
    .flatMap((path) => sourceOf(resource, path) ?? [])
    .filter((name) => manifest.some((one) => one.name === name));
