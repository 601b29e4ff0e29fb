import type { Hooks } from '../context/hooks';

const files = import.meta.glob<{ hooks?: Hooks }>('../hooks/*.ts', { eager: true });
const none: Hooks = {};

/** What a resource does beyond the generic calls, for work that no request of its own started: jobs, imports, exports. */
export const hooksOf = (resource: { readonly name: string }): Hooks => files[`../hooks/${resource.name}.ts`]?.hooks ?? none;
