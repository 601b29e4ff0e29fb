import sql, { join, type Sql } from 'sql-template-tag';
import { isRule } from '../../src/schemas/kit/access';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { linkFields, targetsOf } from '../../src/schemas/kit/links';
import { displayOf, keyOf, refOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import { ident, table } from '../store/identifiers';
import type { Tx } from '../store/store';
import { keyIn, type Key } from './drafts';
import { linksTo } from './links';

/** `filter`: how a list of those records is asked for, where it offers that. */
export interface Usage {
  readonly resource: string;
  readonly label: string;
  readonly count: number;
  readonly filter?: { readonly field: string; readonly value: string };
}

/** How many live records use this one, by resource; its parts (seen through it) and the server's own records do not count. */
export async function usageOf(tx: Tx, tenantId: string, resource: AnyResource, row: Readonly<AnyRow>): Promise<Usage[]> {
  const counts = usersOf(resource).map(
    ({ by, where }) => sql`
      select ${by.name} as "resource", count(*)::int as "count" from ${table(by)}
      where tenant_id = ${tenantId} and deleted_at is null and (${where(row)})`,
  );
  if (!counts.length) return [];
  const found = await tx.rows<{ resource: string; count: number }>(join(counts, ' union all '));
  return found
    .filter((one) => one.count > 0)
    .map((one) => ({
      ...one,
      label: resourceNamed(one.resource).label,
      ...filterOf(resourceNamed(one.resource), resource, row),
    }));
}

function filterOf(by: AnyResource, to: AnyResource, row: Readonly<AnyRow>): Pick<Usage, 'filter'> {
  const fields = [
    ...Object.keys(by.refs ?? {}).filter((path) => refOf(by, path)!.to === to.name),
    ...linkFields(by).filter((path) => targetsOf(by, path).includes(to.name)),
    ...textFields(by, to),
  ].filter((name) => Object.hasOwn(by.fields.properties, name));
  const [field] = fields;
  if (field === undefined || fields.length > 1 || !by.filter?.includes(field)) return {};
  return { filter: { field, value: String(row[textFields(by, to).includes(field) ? displayOf(to) : keyOf(to).name]) } };
}

/** Fields that keep the texts of that resource's records. */
const textFields = (by: AnyResource, to: AnyResource): string[] =>
  Object.keys(by.options ?? {}).filter((field) => by.options![field]?.of === to.name);

/** What has happened, on a page to be read, such as the outbox: nobody could remove its rows to delete what they name. */
const isLedger = ({ access, menu }: AnyResource): boolean =>
  menu !== undefined &&
  !isRule(access) &&
  access.rule === 'nobody' &&
  access.create === undefined &&
  access.update === undefined &&
  access.delete === undefined;

interface User {
  readonly by: AnyResource;
  readonly where: (row: Readonly<AnyRow>) => Sql;
}
const users = new Map<string, readonly User[]>();

/** Fields that can refer to a record of this resource: foreign keys, lists, nested data and options that store the text. */
function usersOf(resource: AnyResource): readonly User[] {
  const known = users.get(resource.name);
  if (known) return known;
  const found = resources
    .filter((by) => by.access !== 'nobody' && (by.store ?? 'tenant') === 'tenant')
    .flatMap((by) => {
      if (isLedger(by)) return [];
      // A resource with its own page is a separate record, not a part of the other one.
      const through = by.scope && 'through' in by.scope && !by.menu ? by.scope.through : undefined;
      const byRef = Object.keys(by.refs ?? {})
        .filter((path) => refOf(by, path)!.to === resource.name && path !== through && !by.virtual?.includes(path))
        .map((path) => ({ by, where: (row: Readonly<AnyRow>) => names(by, path, keyIn(resource, row)) }));
      const byLink = linkFields(by)
        .filter((path) => targetsOf(by, path).includes(resource.name) && path !== through)
        .map((path) => ({ by, where: (row: Readonly<AnyRow>) => linksTo(by, path, resource, keyIn(resource, row)) }));
      const byText = textFields(by, resource).map((field) => ({
        by,
        where: (row: Readonly<AnyRow>) => sql`${ident(field)} = ${row[displayOf(resource)]}`,
      }));
      const all = [...byRef, ...byLink, ...byText];
      return all.length
        ? [
            {
              by,
              where: (row) =>
                join(
                  all.map((one) => one.where(row)),
                  ' or ',
                ),
            } satisfies User,
          ]
        : [];
    });
  users.set(resource.name, found);
  return found;
}

function names(by: AnyResource, path: string, key: Key): Sql {
  const [first, ...rest] = path.split('.');
  const isList = [by.fields.properties[first!]?.type].flat().includes('array');
  if (!rest.length && !isList) return sql`${ident(first!)} = ${key}`;
  const inner = rest.reduceRight<unknown>(
    (value, step) => (step === '*' ? [value] : { [step]: value }),
    isList && !rest.length ? [key] : endOf(by, path, key),
  );
  return sql`${ident(first!)} @> ${JSON.stringify(inner)}::jsonb`;
}

/** A nested path may end in a list of keys ('preferences.stream_ids'). */
function endOf(by: AnyResource, path: string, key: Key): unknown {
  let field = by.fields.properties[path.split('.')[0]!];
  for (const step of path.split('.').slice(1)) field = step === '*' ? field?.items : field?.properties?.[step];
  return [field?.type].flat().includes('array') ? [key] : key;
}
