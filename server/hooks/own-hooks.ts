import { failAt, Faults } from '../../src/schemas/kit/schema-fault';
import type { Hooks } from '../context/hooks';

type Files = Readonly<Record<string, { readonly hooks?: Hooks }>>;

/** The hooks of extensions, each by the resource that its file is named after: `hooks/hostel-rooms.ts`. */
export function ownHooks(files: Files, product: Readonly<Record<string, Hooks>>): Readonly<Record<string, Hooks>> {
  const faults = new Faults();
  const own = new Map<string, Hooks>();
  for (const [file, { hooks }] of Object.entries(files))
    faults.try(() => {
      const name = /([^\\/]+)\.ts$/.exec(file)?.[1] ?? file;
      if (!hooks) return failAt(file)('hooks', 'is missing; write export const hooks: Hooks<typeof …> = { … }');
      if (product[name]) failAt(file)('hooks', `'${name}' has hooks of the product (server/hooks); no second ones can be added`);
      own.set(name, hooks);
    });
  faults.end();
  return Object.fromEntries(own);
}
