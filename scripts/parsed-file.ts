import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { isRecord } from '../src/schemas/kit/is-record.ts';
import type { AnyRow } from '../src/schemas/kit/resource.ts';

/** A node of a parsed file. */
export type Node = Readonly<AnyRow>;
const isNode = (value: unknown): value is Node => isRecord(value) && typeof value['type'] === 'string';

/** Every node of a file, in its order. */
export const nodesOf = (file: string): Node[] => nodesBelow(parseSync(file, readFileSync(file, 'utf8')).program);

/** The node and all below it, in the order of the file. */
export function nodesBelow(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesBelow);
  return isNode(value) ? [value, ...Object.values(value).flatMap(nodesBelow)] : [];
}

export const nameOf = (node: unknown): unknown => (isNode(node) && node['type'] === 'Identifier' ? node['name'] : undefined);

/** What a name stands for in its file: several screens can share one `load`. */
export const valueOf = (node: unknown, declared: readonly Node[]): unknown =>
  declared.find(({ type, id }) => type === 'VariableDeclarator' && nameOf(id) !== undefined && nameOf(id) === nameOf(node))?.[
    'init'
  ] ?? node;

export function textOf(node: unknown): string | undefined {
  const value = isNode(node) && node['type'] === 'Literal' ? node['value'] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** What an object literal has under a name. */
export function propertyOf(node: Node, name: string): unknown {
  if (node['type'] !== 'ObjectExpression') return undefined;
  return [node['properties']].flat().find((one): one is Node => isNode(one) && nameOf(one['key']) === name)?.['value'];
}
