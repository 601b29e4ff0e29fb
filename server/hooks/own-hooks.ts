import { failAt, Faults, instead } from '../../src/schemas/kit/schema-fault';
import type { Hooks } from '../context/hooks';

type Files = Readonly<Record<string, { readonly hooks?: Hooks }>>;

const known: Readonly<Record<keyof Hooks, true>> = {
  refused: true,
  askAhead: true,
  beforeCreate: true,
  looksFirst: true,
  beforeUpdate: true,
  beforeDelete: true,
  afterWrite: true,
  finish: true,
  acts: true,
  present: true,
  marks: true,
  texts: true,
  asked: true,
  rows: true,
  listQuery: true,
  listWhere: true,
  alsoListed: true,
  alsoRead: true,
};
const hookNames = Object.keys(known);

/** The hooks of extensions, each by the resource that its file is named after: `hooks/hostel-rooms.ts`. */
export function ownHooks(files: Files, product: Readonly<Record<string, Hooks>>): Readonly<Record<string, Hooks>> {
  const faults = new Faults();
  const own = new Map<string, Hooks>();
  for (const [file, { hooks }] of Object.entries(files))
    faults.try(() => {
      const name = /([^\\/]+)\.ts$/.exec(file)?.[1] ?? file;
      if (!hooks) return failAt(file)('hooks', 'is missing; write export const hooks: Hooks<typeof …> = { … }');
      if (product[name]) failAt(file)('hooks', `'${name}' has hooks of the product (server/hooks); no second ones can be added`);
      for (const key of Object.keys(hooks))
        if (!hookNames.includes(key)) failAt(file)(`hooks.${key}`, `is never run; ${instead(key, hookNames)}`);
      own.set(name, { ...hooks, ...answering(file, hooks) });
    });
  faults.end();
  return Object.fromEntries(own);
}

/** What runs before a save answers with what is saved. A file that is not checked by TypeScript may forget it. */
function answering(file: string, hooks: Hooks): Partial<Hooks> {
  const { beforeCreate, beforeUpdate } = hooks;
  const whole = <T>(name: string, answer: T): T => {
    if (answer === undefined || answer === null) failAt(file)(`hooks.${name}`, 'returned nothing; return what is to be saved');
    return answer;
  };
  return {
    ...(beforeCreate
      ? { beforeCreate: async (...given) => whole('beforeCreate', await beforeCreate.call(hooks, ...given)) }
      : {}),
    ...(beforeUpdate
      ? { beforeUpdate: async (...given) => whole('beforeUpdate', await beforeUpdate.call(hooks, ...given)) }
      : {}),
  };
}
