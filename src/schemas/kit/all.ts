import { files as extensionCalls } from 'virtual:extensions/calls';
import { files as extensionMenu } from 'virtual:extensions/menu';
import { files as extensionSchemas } from 'virtual:extensions/schemas';
import { files as translations } from 'virtual:extensions/translations';
import '../../kinds/every-kind';
import type { CallSpec } from './call';
import { isReport, type Report } from './report';
import { checkMenu } from './check-menu';
import { checkTogether } from './check-together';
import type { AnyResource } from './resource';
import { Faults } from './schema-fault';
import { resourcesOf } from './schema-files';
import { translated } from './translations';

/** Every schema file, read from the folder and from those of prospectus.config.ts: to add a resource, add a file. Only the server, the build and the tests import this. */
const files = import.meta.glob<object>(['../*/*.ts', '!../kit/**', '!../calls/**', '!../reports/**'], { eager: true });
const callFiles = import.meta.glob<object>(['../calls/*.ts', '../reports/*.ts'], { eager: true });

const faults = new Faults();
const read = resourcesOf({ ...files, ...extensionSchemas }, faults);
const places = translated(read.places, translations, faults);
export const resources: readonly AnyResource[] = [...places.keys()].sort((a, b) => (a.name < b.name ? -1 : 1));
checkMenu(extensionMenu, faults);
checkTogether(resources, places, { faults, unread: read.unread });
faults.end();
export const calls: readonly CallSpec[] = [callFiles, extensionCalls].flatMap((all) =>
  Object.values(all).flatMap((file) => Object.values(file).filter(isCall)),
);
/** Each is a call too. */
export const reports: readonly Report[] = calls.filter(isReport).sort((a, b) => a.report.order - b.report.order);

/** The file that it is in, as mistakes name it. */
export const placeOf = (resource: AnyResource): string => places.get(resource) ?? `schema '${resource.name}'`;

const byName = new Map(resources.map((resource) => [resource.name, resource]));
/** The resource of that name, if there is one. */
export const findResource = (name: string): AnyResource | undefined => byName.get(name);
/** The resource of that name; throws if there is none. */
export function resourceNamed(name: string): AnyResource {
  const found = byName.get(name);
  if (!found) throw new Error(`there is no resource '${name}'; add a schema file under src/schemas`);
  return found;
}

function isCall(value: unknown): value is CallSpec {
  return typeof value === 'object' && value !== null && 'wire' in value && 'as' in value && !('fields' in value);
}
