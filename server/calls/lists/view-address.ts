import { addressName, readFilterName } from '../../../src/schemas/kit/list-query';

/** Names of fields before, with those they have now. */
type Renamed = Readonly<Record<string, string>>;

/** How filters were written before they had the names of refine's operators: `name.has=as`, `created_at.within=today`. */
const before: readonly (readonly [RegExp, string])[] = [
  [/\.is(?==)/g, ''],
  [/\.not(?==)/g, '_ne'],
  [/\.has(?==)/g, '_like'],
  [/\.starts(?==)/g, '_startswith'],
  [/\.from(?==)/g, '_gte'],
  [/\.to(?==)/g, '_lte'],
  [/\.within(?==)/g, '_between'],
  [/\.empty=no/g, '_nnull=true'],
  [/\.empty=yes/g, '_null=true'],
];

/**
 * The address of a saved view as lists read it now; views are kept longer than the words of filters. A tenant's own field may have
 * such a word for its name (`custom.from=Pune`).
 */
export const viewAddress = (kept: string, renamed: Renamed = {}): string =>
  withNewNames(kept.replace(/(?<=^|&)(?:(?:\d+-)?custom\.)?[^&.=]+(.*?)(?=&|$)/g, asToday), renamed);

const asToday = (part: string, behindField: string): string =>
  part.slice(0, part.length - behindField.length) + before.reduce((text, [old, now]) => text.replace(old, now), behindField);

/** Filters, order and columns that name a field as it was called when the view was saved. */
function withNewNames(address: string, renamed: Renamed): string {
  if (!Object.keys(renamed).length) return address;
  const parts = [...new URLSearchParams(address)].map(([name, value]): [string, string] => {
    if (name === 'cols') return [name, columnsNow(value.split(','), renamed).join()];
    if (name === 'sort')
      return [
        name,
        value
          .split(',')
          .map((one) => one.replace(/[^-].*/, (field) => columnsNow([field], renamed).join()))
          .join(),
      ];
    const filter = readFilterName(name, (field) => Object.hasOwn(renamed, field));
    return [filter ? addressName({ ...filter, field: renamed[filter.field]! }) : name, value];
  });
  return new URLSearchParams(parts).toString();
}

export const columnsNow = (columns: readonly string[], renamed: Renamed = {}): string[] =>
  columns.map((one) => (Object.hasOwn(renamed, one) ? renamed[one]! : one));
