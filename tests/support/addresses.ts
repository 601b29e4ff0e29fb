import { resources } from '../../src/schemas/kit/all';
import type { Screen } from '../../src/providers/screens/screens';

const rooms = import.meta.glob<{ readonly screens: readonly Screen[] }>('../../src/custom/*/screen.ts', { eager: true });
const screens = Object.values(rooms).flatMap((room) => room.screens);

/** The pages of the product, from the declarations of its routes; ':' stands for the id of a record. */
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
