import { resources } from '../../src/schemas/kit/all';
import type { Screen } from '../../src/providers/screens/screens';

const rooms = import.meta.glob<{ readonly screens: readonly Screen[] }>('../../src/custom/*/screen.ts', { eager: true });
const screens = Object.values(rooms).flatMap((room) => room.screens);

/** The pages of the product from the declarations that make its routes; ':' stands where a record's id belongs. */
export const addresses: readonly string[] = [
  ...new Set([
    ...screens.map(({ path }) => path),
    ...resources.flatMap(({ menu, access, wire, singleton }) => {
      if (!menu || access === 'nobody') return [];
      const path = menu.path.split('?')[0]!;
      return [path, ...(singleton || wire?.create === 'none' ? [] : [`${path}/new`])];
    }),
  ]),
];
