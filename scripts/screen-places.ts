import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { landings } from '../src/custom/shell/landings.ts';
import type { Report } from '../src/schemas/kit/report';
import type { AnyResource } from '../src/schemas/kit/resource';
import { failAt, Faults } from '../src/schemas/kit/schema-fault.ts';
import { filesOf } from './extension-files.ts';
import { nodesBelow, nodesOf, propertyOf, textOf, valueOf, type Node } from './parsed-file.ts';
import { root, shownPath, type Extensions } from './prospectus-config.ts';

/** A hand-made page, as its file declares it: the build knows no more of it. */
interface ScreenPlace {
  readonly path: string;
  readonly file: string;
  /** Whose page it is: the resources that its access and `resource` name. */
  readonly of: readonly string[];
}

const rooms = join(root, 'src/custom');
export const productScreens = (): ScreenPlace[] =>
  readdirSync(rooms)
    .map((room) => join(rooms, room, 'screen.ts'))
    .filter(existsSync)
    .flatMap(screensIn);

export const extensionScreens = ({ folders }: Extensions): ScreenPlace[] =>
  folders.flatMap((folder) => filesOf(folder, 'screens')).flatMap(screensIn);

function screensIn(file: string): ScreenPlace[] {
  const nodes = nodesOf(file);
  return nodes.flatMap((node) => {
    const path = textOf(valueOf(propertyOf(node, 'path'), nodes));
    // the entry of the menu has a path too, and no code
    if (path === undefined || !propertyOf(node, 'load')) return [];
    return [{ path, file, of: resourcesOf(node, nodes) }];
  });
}

function resourcesOf(screen: Node, nodes: readonly Node[]): string[] {
  const access = nodesBelow(valueOf(propertyOf(screen, 'access'), nodes)).map((node) => propertyOf(node, 'of'));
  return [propertyOf(screen, 'resource'), ...access].flatMap((node) => textOf(valueOf(node, nodes)) ?? []);
}

interface Places {
  readonly resources: readonly AnyResource[];
  readonly reports: readonly Pick<Report, 'name' | 'report'>[];
  readonly placeOf: (resource: AnyResource) => string;
}
/** A page has its address alone; only a screen that names the resource, or a view of its rows, takes the place of its list (docs/guides/own-screens.md). */
export function checkPagePlaces({ resources, reports, placeOf }: Places, screens: readonly ScreenPlace[]): void {
  const faults = new Faults();
  for (const resource of resources) {
    const path = resource.menu?.path.split('?')[0];
    if (path === undefined) continue;
    const say = (what: string): boolean => faults.try(() => failAt(placeOf(resource))('menu.path', what));
    const own = [resource, ...resources.filter(({ shows }) => shows?.includes(resource.name))].map(({ name }) => name);
    const screen = screens.find((one) => one.path.toLowerCase() === path && !own.some((name) => one.of.includes(name)));
    const report = reports.find((one) => one.report.path === path);
    if (screen)
      say(
        `'${path}' is the page of ${shownPath(screen.file)}; choose another path, or write resource: '${resource.name}' there if it shows this list`,
      );
    if (report) say(`'${path}' is the page of the report '${report.name}'; choose another path`);
    if (Object.hasOwn(landings, path)) say(`'${path}' leads to '${landings[path]}'; choose another path`);
  }
  for (const { path, file } of screens) {
    const report = reports.find((one) => one.report.path === path);
    if (report)
      faults.try(() =>
        failAt(shownPath(file))('path', `'${path}' is the page of the report '${report.name}'; choose another path`),
      );
  }
  faults.end();
}
