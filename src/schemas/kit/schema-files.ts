import { checkResource } from './check-resource';
import type { AnyResource } from './resource';
import { Faults, SchemaFault } from './schema-fault';

/** The resources of the schema files, by the modules' addresses, each checked and with the file it is in. */
export function resourcesOf(files: Readonly<Record<string, object>>): Map<AnyResource, string> {
  const places = new Map<AnyResource, string>();
  const faults = new Faults();
  for (const [path, file] of Object.entries(files))
    faults.try(() => {
      const place = path.replace(/^\.\.\//, 'src/schemas/');
      const found = Object.values(file).filter(isResource);
      if (!found.length)
        throw new SchemaFault(
          `${place}: exports no resource; write export const … = defineResource({ name, label, access, fields })`,
        );
      for (const resource of found) {
        checkResource(resource, place);
        places.set(resource, place);
      }
    });
  faults.end();
  return places;
}

/** An object with most of a resource's keys, so that a forgotten one is reported by name. */
function isResource(value: unknown): value is AnyResource {
  if (typeof value !== 'object' || value === null) return false;
  return ['name', 'label', 'access', 'fields'].filter((key) => key in value).length > 2;
}
