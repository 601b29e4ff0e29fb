import type { Field } from './field';
import { FormulaFault, type Formula, type FunctionName } from './formula';

/** What a formula calculates with. 'empty' is the literal null, which can be any of them. */
export type FormulaType = 'number' | 'text' | 'yes or no' | 'date' | 'time' | 'list' | 'empty';
/** The field that a formula names; throws a FormulaFault where there is none. */
export type FieldNamed = (name: Extract<Formula, { is: 'field' | 'record' | 'column' }>) => Field;

export function typeOfField({ type, format }: Field): FormulaType | undefined {
  const [name] = [type].flat().filter((one) => one !== 'null');
  if (name === 'number' || name === 'integer') return 'number';
  if (name === 'boolean') return 'yes or no';
  if (name === 'array') return 'list';
  if (name !== 'string') return undefined;
  return format === 'date' ? 'date' : format === 'date-time' ? 'time' : 'text';
}

/** The type of the result. Throws a FormulaFault where the parts do not fit together. */
export function typeOf(formula: Formula, field: FieldNamed): FormulaType {
  const of = (one: Formula): FormulaType => typeOf(one, field);
  switch (formula.is) {
    case 'value':
      return formula.value === null ? 'empty' : literal(formula.value);
    case 'column':
      throw new FormulaFault(`'${formula.list}.${formula.name}' stands inside sum, average, min, max or count only`);
    case 'field':
    case 'record':
      return typeOfField(field(formula)) ?? fault(`cannot use '${formula.name}', which is an object`);
    case 'unary':
      return demand(formula.of, formula.sign === '-' ? 'number' : 'yes or no', of, `'${formula.sign}'`);
    case 'choice': {
      demand(formula.test, 'yes or no', of, "'?'");
      return same(of(formula.then), of(formula.otherwise), "the two sides of ':'");
    }
    case 'binary':
      return binary(formula, of);
    case 'call':
      return call(formula.of, formula.given, field, of);
  }
}

const literal = (value: string | number | boolean): FormulaType =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'yes or no' : 'text';
const fault = (what: string): never => {
  throw new FormulaFault(what);
};

function demand(formula: Formula, type: FormulaType, of: (one: Formula) => FormulaType, where: string): FormulaType {
  const found = of(formula);
  return found === type || found === 'empty' ? type : fault(`needs a ${type} for ${where}, not a ${found}`);
}

function same(a: FormulaType, b: FormulaType, where: string): FormulaType {
  if (a === b || b === 'empty') return a;
  return a === 'empty' ? b : fault(`has a ${a} and a ${b} for ${where}`);
}

function binary({ sign, left, right }: Extract<Formula, { is: 'binary' }>, of: (one: Formula) => FormulaType): FormulaType {
  const where = `'${sign}'`;
  if (sign === '&&' || sign === '||') {
    demand(left, 'yes or no', of, where);
    return demand(right, 'yes or no', of, where);
  }
  const [a, b] = [of(left), of(right)];
  if (['==', '!=', '<', '<=', '>', '>='].includes(sign)) {
    // a day or a moment is compared with one that stands there as a text
    if (!(left.is === 'value' || right.is === 'value')) same(a, b, where);
    return 'yes or no';
  }
  if (sign === '+' && [a, b].includes('text')) return 'text';
  demand(left, 'number', () => a, where);
  return demand(right, 'number', () => b, where);
}

const counts: Readonly<Partial<Record<FunctionName, readonly [least: number, most: number]>>> = {
  count: [1, 1],
  round: [1, 2],
  floor: [1, 1],
  ceil: [1, 1],
  abs: [1, 1],
  days: [2, 2],
  addDays: [2, 2],
};

const gathers = (name: FunctionName): boolean => ['sum', 'average', 'min', 'max'].includes(name);

function call(name: FunctionName, given: readonly Formula[], field: FieldNamed, of: (one: Formula) => FormulaType): FormulaType {
  const [least, most] = counts[name] ?? [1, 20];
  if (given.length < least || given.length > most)
    return fault(`gives ${name} ${given.length} values; it takes ${least === most ? least : `${least} to ${most}`}`);
  const [first, second] = given;
  if (name === 'count') {
    if (first?.is === 'column') field(first);
    else if (first?.is !== 'field' || of(first) !== 'list')
      return fault('counts a list only: count(items) or count(items.price)');
    return 'number';
  }
  if (name === 'coalesce') return given.map(of).reduce((a, b) => same(a, b, name));
  if (name === 'days' || name === 'addDays') {
    if (first) demand(first, 'date', of, name);
    if (second) demand(second, name === 'days' ? 'date' : 'number', of, name);
    return name === 'days' ? 'number' : 'date';
  }
  for (const one of given) {
    const column = one.is === 'column' && given.length === 1 && gathers(name) ? typeOfField(field(one)) : undefined;
    if (column === undefined) demand(one, 'number', of, name);
    else if (column !== 'number') return fault(`needs a number for ${name}, not a ${column}`);
  }
  return 'number';
}
