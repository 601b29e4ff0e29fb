import jsep from 'jsep';
import { counted } from './counted';

/** What a computed field is calculated from, as the server and the form read it: no more than is listed here. */
export type Formula =
  | { readonly is: 'value'; readonly value: string | number | boolean | null }
  /** A field of the record; in a row one of the row. */
  | { readonly is: 'field'; readonly name: string }
  /** In a row, 'record.discount': a field of the record. */
  | { readonly is: 'record'; readonly name: string }
  /** 'items.amount' inside sum, average, min, max or count: the values of every row. */
  | { readonly is: 'column'; readonly list: string; readonly name: string }
  | { readonly is: 'call'; readonly of: FunctionName; readonly given: readonly Formula[] }
  | { readonly is: 'unary'; readonly sign: '-' | '!'; readonly of: Formula }
  | { readonly is: 'binary'; readonly sign: Sign; readonly left: Formula; readonly right: Formula }
  | { readonly is: 'choice'; readonly test: Formula; readonly then: Formula; readonly otherwise: Formula };

const signs = ['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '&&', '||'] as const;
export type Sign = (typeof signs)[number];
export const functionNames = [
  'sum',
  'average',
  'min',
  'max',
  'count',
  'round',
  'floor',
  'ceil',
  'abs',
  'days',
  'addDays',
  'coalesce',
] as const;
export type FunctionName = (typeof functionNames)[number];

/** What is wrong with a formula, as the end of a sentence; `path` is that of the field, where it may be another than the one asked for. */
export class FormulaFault extends Error {
  constructor(
    message: string,
    readonly path?: string,
  ) {
    super(message);
  }
}

/** Parts inside parts are read by functions inside functions, in browsers too: far below what a stack holds. */
const longest = 4000;

const known = new Map<string, Formula>();
/** Reads 'round(price * count, 2)'. Throws a FormulaFault for what a formula cannot contain. */
export function formulaOf(text: unknown): Formula {
  if (typeof text !== 'string') throw new FormulaFault("must be a text; write 'price * count'");
  if (text.length > longest)
    throw new FormulaFault(
      `has ${counted(text.length, 'character')} and can have ${longest}; calculate a part of it in a field of its own`,
    );
  const found = known.get(text) ?? read(parsed(text));
  known.set(text, found);
  return found;
}

function parsed(text: string): jsep.Expression {
  try {
    return jsep(text);
  } catch (error) {
    throw new FormulaFault(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const isCore = (node: jsep.Expression): node is jsep.CoreExpression => typeof node.type === 'string';
const oneOf = <T extends string>(all: readonly T[], text: string): T | undefined => all.find((one) => one === text);

function read(node: jsep.Expression): Formula {
  if (!isCore(node)) throw new FormulaFault('cannot be read');
  switch (node.type) {
    case 'Literal':
      if (node.value instanceof RegExp) throw new FormulaFault('cannot contain a pattern');
      return { is: 'value', value: node.value };
    case 'Identifier':
      return { is: 'field', name: node.name };
    case 'MemberExpression':
      return member(node);
    case 'UnaryExpression': {
      const sign = oneOf(['-', '!'] as const, node.operator);
      if (!sign) throw new FormulaFault(`cannot contain '${node.operator}'`);
      return { is: 'unary', sign, of: read(node.argument) };
    }
    case 'BinaryExpression': {
      const sign = oneOf(signs, node.operator);
      if (!sign) throw new FormulaFault(`cannot contain '${node.operator}'; it knows ${signs.join(' ')}`);
      return { is: 'binary', sign, left: read(node.left), right: read(node.right) };
    }
    case 'ConditionalExpression':
      return { is: 'choice', test: read(node.test), then: read(node.consequent), otherwise: read(node.alternate) };
    case 'CallExpression':
      return call(node);
    default:
      throw new FormulaFault('must be one expression of fields, numbers, texts and functions');
  }
}

function member({ computed, object, property }: jsep.MemberExpression): Formula {
  if (computed || !isCore(object) || !isCore(property) || object.type !== 'Identifier' || property.type !== 'Identifier')
    throw new FormulaFault("can name a field, 'items.price' inside sum, or 'record.price' inside a row");
  if (object.name === 'record') return { is: 'record', name: property.name };
  return { is: 'column', list: object.name, name: property.name };
}

function call({ callee, arguments: given }: jsep.CallExpression): Formula {
  const name = isCore(callee) && callee.type === 'Identifier' ? callee.name : '';
  const of = oneOf(functionNames, name);
  if (!of) throw new FormulaFault(`has no function '${name}'; it knows ${functionNames.join(', ')}`);
  return { is: 'call', of, given: given.map(read) };
}

/** Everything that a formula names, each with its place. */
export function namesOf(formula: Formula): readonly Extract<Formula, { is: 'field' | 'record' | 'column' }>[] {
  switch (formula.is) {
    case 'value':
      return [];
    case 'call':
      return formula.given.flatMap(namesOf);
    case 'unary':
      return namesOf(formula.of);
    case 'binary':
      return [...namesOf(formula.left), ...namesOf(formula.right)];
    case 'choice':
      return [...namesOf(formula.test), ...namesOf(formula.then), ...namesOf(formula.otherwise)];
    default:
      return [formula];
  }
}
