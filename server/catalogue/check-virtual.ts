import { placeOf } from '../../src/schemas/kit/all';
import type { AnyResource } from '../../src/schemas/kit/resource';
import type { Hooks } from '../context/hooks';
import { CannotStart } from '../store/cannot-start';

/** A virtual field has no column: what a person enters would be lost where no hook keeps it. Throws CannotStart. */
export function checkVirtual(resources: readonly AnyResource[], hooksOf: (resource: AnyResource) => Hooks): void {
  const lost = resources.flatMap((resource) => {
    const { beforeCreate, beforeUpdate, afterWrite } = hooksOf(resource);
    if (beforeCreate ?? beforeUpdate ?? afterWrite) return [];
    const names = (resource.virtual ?? []).filter((name) => !resource.readOnly?.includes(name));
    const place = placeOf(resource);
    const hooks = place.replace(/^src\/schemas\//, 'server/hooks/').replace(/schemas(?=[\\/][^\\/]+$)/, 'hooks');
    return names.map(
      (name) => `${place}, virtual: '${name}' can be entered, and no hook keeps it; add it to readOnly, or write ${hooks}`,
    );
  });
  if (lost.length) throw new CannotStart(lost.join('\n'));
}
