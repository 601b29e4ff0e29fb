import { productGroups } from './menu-groups';
import { failAt, instead, type Faults } from './schema-fault';

/** A group as an extension's file says it, whatever names its types know. */
interface Group {
  readonly name: string;
  readonly after?: string;
}
/** Groups of extensions have names of their own, and stand behind one that there is. */
export function checkMenu(files: Readonly<Record<string, { readonly menuGroups?: readonly Group[] }>>, faults: Faults): void {
  const all = Object.entries(files).flatMap(([file, { menuGroups = [] }]) => menuGroups.map((group) => ({ file, ...group })));
  const known = [...productGroups, ...all.map(({ name }) => name)];
  const places = new Map<string, string>(productGroups.map((name) => [name, 'the product']));
  for (const { file, name, after } of all) {
    const say = (what: string): boolean => faults.try(() => failAt(file)('menuGroups', what));
    const first = places.get(name);
    if (first) say(`${first} has a group '${name}'; leave it out here`);
    else places.set(name, file);
    if (after !== undefined && !known.includes(after)) say(`there is no group '${after}'; ${instead(after, known)}`);
  }
}
