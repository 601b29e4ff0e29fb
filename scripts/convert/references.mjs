// Follows `$ref`, by pointer, anchor or `$id`, inside one document.
import { isObject } from './merge.mjs';

/** A function from a reference to what it names; undefined where that is not in the document. */
export function referencesOf(document) {
  const base = urlOf(document.$id ?? document.id, 'file:///document');
  const byUrl = new Map([[base, document]]);
  index(document, base, byUrl, new Set());
  return (ref, from = base) => {
    if (typeof ref !== 'string') return undefined;
    if (ref === '' || ref === '#') return document;
    const url = urlOf(ref, from);
    if (byUrl.has(url)) return byUrl.get(url);
    const [whole, fragment = ''] = url.split('#');
    return atPointer(byUrl.get(whole), fragment) ?? (ref.startsWith('#') ? atPointer(document, ref.slice(1)) : undefined);
  };
}

function index(at, base, byUrl, seen) {
  if (!isObject(at) && !Array.isArray(at)) return;
  if (seen.has(at)) return;
  seen.add(at);
  let own = base;
  const id = at.$id ?? at.id;
  if (typeof id === 'string') byUrl.set((own = urlOf(id, base)), at);
  for (const anchor of [at.$anchor, at.$dynamicAnchor]) if (typeof anchor === 'string') byUrl.set(urlOf(`#${anchor}`, own), at);
  for (const inner of Object.values(at)) index(inner, own, byUrl, seen);
}

function urlOf(ref, base) {
  if (typeof ref !== 'string') return base;
  try {
    return new URL(ref, base).href.replace(/#$/, '');
  } catch {
    return ref;
  }
}

function atPointer(document, pointer) {
  if (document === undefined || (pointer && !pointer.startsWith('/'))) return undefined;
  let at = document;
  for (const step of pointer.split('/').slice(1)) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
