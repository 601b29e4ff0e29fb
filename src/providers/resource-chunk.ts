import { loadChunk } from 'virtual:manifest';
import type { SchemaError } from '../schemas/kit/messages';
import type { AnyResource } from '../schemas/kit/resource';

/** What the browser knows of one resource, loaded when a screen first needs it. */
export interface ResourceChunk {
  readonly resource: AnyResource;
  /** The precompiled validator of `validationSchema(resource)`; an empty list is a valid draft. */
  readonly validate: (draft: Readonly<Record<string, unknown>>) => readonly SchemaError[];
}

const loaded = new Map<string, Promise<ResourceChunk>>();

/** The same promise for every caller, so a component may `use()` it; a failed load is tried again by the next caller. */
export function loadResource(name: string): Promise<ResourceChunk> {
  let chunk = loaded.get(name);
  if (!chunk) {
    chunk = load(name);
    loaded.set(name, chunk);
    chunk.catch(() => loaded.delete(name));
  }
  return chunk;
}

async function load(name: string): Promise<ResourceChunk> {
  return (await loadChunk(name)) as ResourceChunk;
}
