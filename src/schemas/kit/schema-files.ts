import { checkResource } from './check-resource';
import { checkShape } from './check-shape';
import type { AnyResource } from './resource';
import { failAt, SchemaFault, type Faults } from './schema-fault';

interface Read {
  /** With the file it is in. */
  readonly places: Map<AnyResource, string>;
  /** The names of those whose shape says too little to check more of them. */
  readonly unread: string[];
}
/** The resources of the schema files, by the modules' addresses, each checked by itself; `faults` gets what is wrong. */
export function resourcesOf(files: Readonly<Record<string, object>>, faults: Faults): Read {
  const places = new Map<AnyResource, string>();
  const unread: string[] = [];
  for (const [path, file] of Object.entries(files))
    faults.try(() => {
      const place = path.replace(/^\.\.\//, 'src/schemas/');
      const found = Object.values(file).filter(isResource);
      if (!found.length)
        throw new SchemaFault(
          `${place}: exports no resource; write export const … = defineResource({ name, label, access, fields })`,
        );
      for (const resource of found)
        if (faults.try(() => checkShape(resource, failAt(place)))) {
          places.set(resource, place);
          faults.try(() => checkResource(resource, place));
        } else unread.push(resource.name);
    });
  return { places, unread };
}

/** An object with most of a resource's keys, so that a forgotten one is reported by name. */
function isResource(value: unknown): value is AnyResource {
  if (typeof value !== 'object' || value === null) return false;
  return ['name', 'label', 'access', 'fields'].filter((key) => key in value).length > 2;
}
