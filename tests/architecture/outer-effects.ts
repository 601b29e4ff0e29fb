import { parseSync } from 'vite';

/** A node of the parser's tree, with the members that are used here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [part: string]: unknown;
}
/** An effect that would happen twice if the store ran the work again: its line, and what it does. */
export interface OuterEffect {
  readonly line: number;
  readonly what: string;
}

/** Names of functions that run the work they are given in a transaction. */
const opening = /^(transaction|commit|read|record|write|begin|settle)$/;
/** A file without any of it has no call that `isOpening`. */
const mayOpen = /\b(transaction|steps|write)\b/;
const changing = /^(push|unshift|pop|shift|splice|sort|reverse|fill|set|add|delete|clear|append)$/;
/** Calls that reach the outside world; a call that is given the transaction only writes a row. */
const telling = /^(fetch|sendMail|dial|emit|post|send|publish|upload|write|unlink|rm)$/;

/**
 * For each function that is given to a transaction: what it changes or sends outside of itself, directly or through a function
 * of the same file. What it passes to `afterCommit` runs once and is left out.
 */
export function outerEffects(path: string, text: string): OuterEffect[] {
  if (!mayOpen.test(text)) return []; // most files: to read them takes seconds
  const { program } = parseSync(path, text) as unknown as { program: Node };
  const named = functionsOf(program);
  const found = new Map<string, OuterEffect>();
  for (const call of every(program, 'CallExpression')) {
    if (!isOpening(call)) continue;
    for (const given of call['arguments'] as Node[]) {
      const work = given.type === 'Identifier' ? named.get(String(given['name'])) : given;
      if (work && isFunction(work)) look(work, new Set());
    }
  }
  return [...found.values()];

  function look(work: Node, seen: Set<Node>): void {
    if (seen.has(work)) return;
    seen.add(work);
    const own = declaredIn(work);
    const note = (node: Node, what: string): void => {
      const line = text.slice(0, node.start).split('\n').length;
      found.set(`${line} ${what}`, { line, what });
    };
    const isOuter = (name: string | undefined): name is string => name !== undefined && !own.has(name);
    for (const node of inside(work)) {
      if (node.type === 'AssignmentExpression')
        for (const name of targets(node['left'] as Node)) if (isOuter(name)) note(node, `${name} is assigned`);
      if (node.type === 'UpdateExpression' || (node.type === 'UnaryExpression' && node['operator'] === 'delete')) {
        const name = rootOf(node['argument'] as Node);
        if (isOuter(name)) note(node, `${name} is changed`);
      }
      if (node.type !== 'CallExpression') continue;
      const callee = node['callee'] as Node;
      const isTransactional = (node['arguments'] as Node[]).some((one) => one.type === 'Identifier' && one['name'] === 'tx');
      if (callee.type === 'Identifier') {
        const called = named.get(String(callee['name']));
        if (called && !contains(work, called)) look(called, seen);
        else if (telling.test(String(callee['name'])) && !isTransactional) note(node, `${String(callee['name'])}() is called`);
      }
      const method = methodOf(callee);
      if (method === undefined || isTransactional) continue;
      const root = rootOf(callee);
      if (changing.test(method) && isOuter(root)) note(node, `${root}.${method}() is called`);
      if (telling.test(method) && root !== 'tx') note(node, `${root ?? ''}.${method}() is called`);
    }
  }
}

function isOpening(call: Node): boolean {
  const callee = call['callee'] as Node;
  const method = methodOf(callee);
  if (method === undefined) return callee.type === 'Identifier' && callee['name'] === 'write';
  // `read` and `write` are common names: only as methods of steps do they open a transaction.
  return opening.test(method) && (method === 'transaction' || rootOf(callee) === 'steps');
}

const isFunction = ({ type }: Node): boolean =>
  ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(type);
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** The node and all below it, in the order of the text. */
function all(node: Node, found: Node[] = []): Node[] {
  found.push(node);
  for (const part of partsOf(node)) all(part, found);
  return found;
}
const every = (node: Node, type: string): Node[] => all(node).filter((one) => one.type === type);
/** All nodes of a function except what runs after the commit: what is passed to `afterCommit`, and returned functions. */
function* inside(node: Node): Generator<Node> {
  yield node;
  if (node.type === 'CallExpression' && methodOf(node['callee'] as Node) === 'afterCommit') return;
  if (node.type === 'ReturnStatement' && isNode(node['argument']) && isFunction(node['argument'])) return;
  for (const part of partsOf(node)) yield* inside(part);
}

const contains = (outer: Node, inner: Node): boolean => all(outer).includes(inner);

function methodOf(callee: Node): string | undefined {
  if (callee.type !== 'MemberExpression') return undefined;
  const property = callee['property'] as Node;
  return property.type === 'Identifier' ? String(property['name']) : undefined;
}

/** The name that a.b.c begins with; undefined where it begins with a call or a literal. */
function rootOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return String(node['name']);
  if (node.type === 'MemberExpression') return rootOf(node['object'] as Node);
  if (node.type === 'TSNonNullExpression' || node.type === 'TSAsExpression' || node.type === 'ChainExpression')
    return rootOf(node['expression'] as Node);
  return undefined;
}

function targets(left: Node): (string | undefined)[] {
  if (left.type === 'ObjectPattern')
    return (left['properties'] as Node[]).flatMap((one) => targets((one['value'] ?? one['argument']) as Node));
  if (left.type === 'ArrayPattern') return (left['elements'] as (Node | null)[]).flatMap((one) => (one ? targets(one) : []));
  if (left.type === 'AssignmentPattern') return targets(left['left'] as Node);
  return [rootOf(left)];
}

/** Names that a function declares somewhere inside, its parameters included. */
function declaredIn(work: Node): Set<string> {
  const names = new Set<string>();
  for (const node of all(work)) {
    const patterns = isFunction(node)
      ? (node['params'] as Node[])
      : node.type === 'VariableDeclarator'
        ? [node['id'] as Node]
        : [];
    for (const pattern of patterns) for (const name of targets(pattern)) if (name) names.add(name);
    if (node.type === 'CatchClause' && node['param'])
      for (const name of targets(node['param'] as Node)) if (name) names.add(name);
  }
  return names;
}

/** The functions of a file by name. */
function functionsOf(program: Node): Map<string, Node> {
  const named = new Map<string, Node>();
  for (const node of all(program)) {
    const id = node['id'] as Node | null | undefined;
    if (node.type === 'FunctionDeclaration' && id) named.set(String(id['name']), node);
    if (node.type === 'VariableDeclarator' && id?.type === 'Identifier' && isNode(node['init']) && isFunction(node['init']))
      named.set(String(id['name']), node['init']);
  }
  return named;
}
