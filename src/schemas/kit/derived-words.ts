import { fetchOf, placeOf } from './derived';
import { inSentence } from './in-sentence';
import { titleOf, type AnyResource } from './resource';

/** 'Copied from college when saved' or 'Calculated'. */
export function originInWords(resource: AnyResource, path: string): string | undefined {
  const fetch = fetchOf(resource, path);
  if (fetch) return `Copied from ${inSentence(refTitle(resource, fetch.ref))} when saved`;
  return resource.computed?.[path] === undefined ? undefined : 'Calculated';
}

function refTitle(resource: AnyResource, path: string): string {
  const name = path.slice(placeOf(path).length);
  const list = path.split('.*.')[0] ?? '';
  return placeOf(path)
    ? (resource.fields.properties[list]?.items?.properties?.[name]?.title ?? titleOf(resource, name))
    : titleOf(resource, name);
}
