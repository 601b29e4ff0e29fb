import type { CheerioAPI } from 'cheerio/slim';
import { isRecord } from '../../src/schemas/kit/is-record';
import type { AnyRow } from '../../src/schemas/kit/resource';

/** What the page's JSON-LD says of its organisation; '' where it does not. */
export interface OwnObject {
  readonly name: string;
  readonly description: string;
  readonly email: string;
  readonly phone: string;
  readonly logo: string;
}
const mostObjects = 200;
const organisation = /Organization|University|College|School|Business|Corporation/;

export function objectsOf($: CheerioAPI): OwnObject {
  const scripts = $('script[type="application/ld+json"]').slice(0, 20).toArray();
  const found = scripts.flatMap((script) => flat(parsed($(script).text()))).slice(0, mostObjects);
  const own = found.find((one) => organisation.test(String([one['@type']].flat()[0]))) ?? {};
  return {
    name: text(own['name']),
    description: text(own['description']),
    email: text(own['email']).replace(/^mailto:/i, ''),
    phone: text(own['telephone']),
    logo: text(own['logo']) || text(isRecord(own['logo']) ? own['logo']['url'] : undefined),
  };
}

/** The objects of a script: one, a list of them, or a graph. */
function flat(value: unknown): AnyRow[] {
  if (Array.isArray(value)) return value.filter(isRecord);
  if (!isRecord(value)) return [];
  const graph = value['@graph'];
  return Array.isArray(graph) ? graph.filter(isRecord) : [value];
}
function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
