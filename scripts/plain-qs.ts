/**
 * Stands in for the package `qs` where refine reads and writes addresses (scripts/plain-qs-plugin.ts): names in brackets, as deep as
 * they are written, and texts. tests/ui/plain-qs.test.ts holds it to the package.
 */
type Value = string | readonly Value[] | { readonly [name: string]: Value };
interface Tree extends Map<string, Tree | readonly string[]> {}

function parse(search: string, options: { ignoreQueryPrefix?: boolean } = {}): { [name: string]: Value } {
  const root: Tree = new Map();
  for (const [name, text] of new URLSearchParams(options.ignoreQueryPrefix ? search.replace(/^\?/, '') : search)) {
    const [first = name] = /^[^[]+/.exec(name) ?? [];
    put(root, [first, ...[...name.slice(first.length).matchAll(/\[([^\]]*)\]/g)].map(([, inner = '']) => inner)], text);
  }
  return Object.fromEntries([...root].map(([name, node]) => [name, valueOf(node)]));
}

function put(tree: Tree, [name, ...inner]: readonly string[], text: string): void {
  const key = name || String(tree.size); // 'city[]=Pune'
  const at = tree.get(key);
  if (!inner.length) {
    tree.set(key, [...(Array.isArray(at) ? at : []), text]);
    return;
  }
  const branch: Tree = at instanceof Map ? at : new Map();
  tree.set(key, branch);
  put(branch, inner, text);
}

function valueOf(node: Tree | readonly string[]): Value {
  if (!(node instanceof Map)) return node.length > 1 ? node : (node[0] ?? '');
  const entries = [...node];
  if (entries.every(([name]) => /^\d+$/.test(name)))
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => valueOf(inner));
  return Object.fromEntries(entries.map(([name, inner]) => [name, valueOf(inner)]));
}

function stringify(values: object, options: { addQueryPrefix?: boolean } = {}): string {
  const text = Object.entries(values)
    .flatMap(([name, value]) => written(encodeURIComponent(name), value))
    .join('&');
  return text && options.addQueryPrefix ? `?${text}` : text;
}

function written(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (value instanceof Date) return [`${name}=${value.toISOString()}`];
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => written(`${name}[${encodeURIComponent(key)}]`, inner));
  return [`${name}=${encodeURIComponent(String(value))}`];
}

export default { parse, stringify };
