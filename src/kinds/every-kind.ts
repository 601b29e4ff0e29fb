import { files } from 'virtual:extensions/kinds';
import type { AnyResource } from '../schemas/kit/resource';
import type { Kind } from './kind';
import { addKind, kindAt } from './kind-of';

/** Kinds that the browser loads where a resource has them. The server, the build and the tests have all of them at once. */
const onDemand = [
  ...Object.values(import.meta.glob<Kind>('./on-demand/*/kind.ts', { eager: true, import: 'kind' })),
  ...Object.values(files).map(({ kind }) => kind),
];
for (const kind of onDemand) addKind(kind);

/** Those that this resource's pages need. */
export function kindsOnDemand(resource: AnyResource): string[] {
  const used = new Set(Object.keys(resource.fields.properties).map((name) => kindAt(resource, name).kind));
  return onDemand.filter((kind) => used.has(kind)).map(({ name }) => name);
}
