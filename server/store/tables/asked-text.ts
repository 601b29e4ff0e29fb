import type { AskedColumn } from '../../../src/schemas/kit/asked-column';
import { keyOf, type AnyResource } from '../../../src/schemas/kit/resource';
import { quote, tableName } from '../identifiers';
import { literal } from '../parameters';
import { keptName, valuesTable } from './values-elsewhere';

/** What an asked column is read from where it is a filter or an order; undefined for every other name. */
export function askedText(resource: AnyResource, name: string): string | undefined {
  const about = resource.asked?.[name];
  if (about?.idle) return `case when ${idleText(about)} then 'yes' else 'no' end`;
  if (!about?.newest && !about?.part && !about?.days) return undefined;
  const as = about.days || about.field?.format === 'date-time' ? 'time' : 'text';
  return `(select k."${as}" from "${valuesTable}" k where k."tenant_id" = current_setting('app.tenant', true)
    and k."table_name" = ${literal(tableName(resource)).trim()} and k."row_key" = ${quote(keyOf(resource).name)}
    and k."field" = ${literal(keptName(name)).trim()} and k."place" = 1)`;
}

/** The third field is set, and the first has not been since the second. */
export function idleText({ from }: AskedColumn): string {
  const [act = '', since = '', who = ''] = [from ?? []].flat().map(quote);
  return `(${who} is not null and (${act} is null or ${act} < ${since}))`;
}
