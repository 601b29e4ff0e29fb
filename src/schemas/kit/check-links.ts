import type { Link } from './options';
import type { AnyResource } from './resource';
import { instead, type Fail } from './schema-fault';

/** Checks a link by itself: a text, and a field that chooses its resource from as many choices as `of` has. */
export function checkLink(at: string, name: string, link: Link, { fields }: AnyResource, fail: Fail): void {
  const { properties } = fields;
  const choices = properties[link.by]?.enum?.map(String);
  if (properties[name]?.type !== 'string') fail(at, `the key of a linked record is a text; write ${name}: { type: 'string' }`);
  if (!properties[link.by]) fail(`${at}.by`, `'${link.by}' is not a field; ${instead(link.by, Object.keys(properties))}`);
  const wanted = Object.keys(link.of ?? {});
  if (!wanted.length) fail(`${at}.of`, "must say where each choice leads; write of: { room: 'rooms' }");
  if (!choices) fail(`${at}.by`, `'${link.by}' must be a choice; write ${link.by}: { type: 'string', enum: ${list(wanted)} }`);
  for (const choice of wanted)
    if (!choices!.includes(choice)) fail(`${at}.of.${choice}`, `'${link.by}' is never '${choice}'; ${instead(choice, choices!)}`);
  for (const choice of choices!)
    if (!wanted.includes(choice)) fail(`${at}.of`, `says nothing of '${choice}'; write ${choice}: '<the resource>'`);
}

/** Checks that the resources are there and have records of their own. */
export function checkLinkTargets(
  at: string,
  { of }: Link,
  byName: ReadonlyMap<string, AnyResource>,
  say: (key: string, what: string) => void,
): void {
  for (const [choice, to] of Object.entries(of)) {
    const target = byName.get(to);
    if (!target) say(`${at}.of.${choice}`, `there is no resource '${to}'; ${instead(to, [...byName.keys()])}`);
    else if (target.store === 'none' || target.store === 'view')
      say(`${at}.of.${choice}`, `${to} has no records of its own in the database, so nothing can lead to them`);
  }
}

const list = (names: readonly string[]): string => `[${names.map((one) => `'${one}'`).join(', ')}]`;
