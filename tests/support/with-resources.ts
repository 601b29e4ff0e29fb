import type { AnyResource } from '../../src/schemas/kit/resource';

type All = typeof import('../../src/schemas/kit/all');

/** kit/all with further resources, for `vi.mock`: those that refer to themselves or to each other must be found by name. */
export function withResources(all: All, further: readonly AnyResource[]): All {
  return {
    ...all,
    resources: [...all.resources, ...further],
    resourceNamed: (name) => further.find((one) => one.name === name) ?? all.resourceNamed(name),
  };
}
