import { parseSync, Visitor, type ESTree } from 'vite';

/** One piece of English that a person reads: a comment, a text of the code, or a line of a document. */
export interface Piece {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}
interface Source {
  readonly path: string;
  readonly text: string;
}

export function commentsOf({ path, text }: Source): Piece[] {
  return parseSync(path, text).comments.map(({ value, start }) => ({ path, line: lineAt(text, start), text: value }));
}

/**
 * Strings, templates and elements with more than one word. A value inside them becomes '…': `Try ${n} of 3` is 'Try … of 3'. An
 * element is read together with the elements inside it. SQL is left out.
 */
export function textsOf({ path, text }: Source): Piece[] {
  const pieces: { start: number; end: number; value: string }[] = [];
  const queries: { start: number; end: number }[] = [];
  const parts = new Set<ESTree.Node>(); // parts of an element that has already been read
  const add = ({ start, end }: ESTree.Node, value: string): void =>
    void pieces.push({ start, end, value: value.replace(/\s+/g, ' ').trim() });
  const element = (node: ESTree.JSXElement | ESTree.JSXFragment): void => {
    if (!parts.has(node)) add(node, textOf(node, parts));
  };
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') add(node, node.value);
    },
    TemplateLiteral: (node) => add(node, joined(node)),
    JSXElement: element,
    JSXFragment: element,
    TaggedTemplateExpression: (node) => void queries.push(node.quasi),
  }).visit(parseSync(path, text).program);
  return pieces
    .filter(({ start, end, value }) => / /.test(value) && !queries.some((query) => query.start <= start && end <= query.end))
    .map(({ start, value }) => ({ path, line: lineAt(text, start), text: value }));
}

export function linesOf({ path, text }: Source): Piece[] {
  return text.split('\n').map((line, at) => ({ path, line: at + 1, text: line }));
}

function textOf(node: ESTree.JSXElement | ESTree.JSXFragment, parts: Set<ESTree.Node>): string {
  return node.children
    .map((child) => {
      if (child.type === 'JSXText') return child.value;
      if (child.type === 'JSXExpressionContainer') return valueOf(child.expression);
      if (child.type !== 'JSXElement' && child.type !== 'JSXFragment') return '…';
      parts.add(child);
      return textOf(child, parts);
    })
    .join('');
}

function valueOf(node: ESTree.JSXExpressionContainer['expression']): string {
  if (node.type === 'JSXEmptyExpression') return '';
  if (node.type === 'TemplateLiteral') return joined(node);
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : '…';
}

const joined = ({ quasis }: ESTree.TemplateLiteral): string => quasis.map(({ value }) => value.raw).join('…');
const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
