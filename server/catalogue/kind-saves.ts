import { kindAt } from '../../src/kinds/kind-of';
import type { Saved, SaveTools } from '../../src/kinds/kind';
import type { AnyResource } from '../../src/schemas/kit/resource';
import type { Saver } from '../context/context';
import { cleanHtml } from '../domain/clean-html';
import { dayOf } from '../domain/days';
import { isKey, keyIn } from './drafts';
import { nextNumber } from './keys';
import { isBelow } from './trees';

/** The values with those that their kinds make or change when a record is saved (`Kind.save`). */
export async function savedByKinds<V extends Saved['record']>(
  resource: AnyResource,
  values: V,
  before: Saved['before'],
  context: Saver,
): Promise<V> {
  let kept = values;
  for (const name of savingOf(resource)) {
    const { kind, at } = kindAt(resource, name);
    const value = await kind.save?.({ sent: kept[name], record: { ...before, ...kept }, before }, at, toolsOf(resource, context));
    if (value !== undefined) kept = { ...kept, [name]: value };
  }
  return kept;
}

function toolsOf(resource: AnyResource, { tx, session, services }: Saver): SaveTools {
  return {
    cleanHtml,
    nextNumber: (name) => nextNumber(tx, session.tenantId, name),
    isBelow: async (record, key, field) =>
      isKey(key) && isBelow(resource, field, key, keyIn(resource, record), { tx, tenantId: session.tenantId }),
    today: dayOf(services.now(), session.timezone),
  };
}

const saving = new WeakMap<AnyResource, readonly string[]>();
function savingOf(resource: AnyResource): readonly string[] {
  const known =
    saving.get(resource) ?? Object.keys(resource.fields.properties).filter((name) => kindAt(resource, name).kind.save);
  saving.set(resource, known);
  return known;
}
