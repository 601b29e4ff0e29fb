import { parseSync, Visitor, type ESTree } from 'vite';

/** Functions that make a request: methods of a data provider, then others. */
const provided = new Set(['getList', 'getOne', 'getMany', 'custom']);
const wire = new Set(['call', 'callForm', 'callRow', 'chatCall', 'fetch', 'request', 'sendCall', 'sendForm', 'sendWire']);
const effect = /^use(Layout|Insertion)?Effect$/;
const state = /^use(State|Reducer)$/;

interface Span {
  readonly start: number;
  readonly end: number;
}
interface Named extends Span {
  readonly name: string;
}
interface Parts {
  readonly path: string;
  readonly effects: readonly Span[];
  /** Functions by name, also those in `useCallback` and the like. */
  readonly functions: readonly Named[];
  readonly exported: ReadonlySet<string>;
  readonly imported: ReadonlySet<string>;
  readonly setters: ReadonlySet<string>;
  readonly names: readonly Named[];
  readonly requests: readonly Span[];
}

/** Files with an effect that makes a request, directly or through local or imported functions, and sets a state. */
export function readingEffects(files: readonly { readonly path: string; readonly text: string }[]): string[] {
  const all = files.map(({ path, text }) => partsOf(path, text));
  const asking = new Set<string>();
  for (let before = -1; before < asking.size;) {
    before = asking.size;
    for (const parts of all)
      for (const { name, ...span } of parts.functions)
        if (parts.exported.has(name) && !name.startsWith('use') && requestsIn(parts, reach(parts, span), asking))
          asking.add(name);
  }
  return all
    .filter((parts) =>
      parts.effects.some((span) => {
        const spans = reach(parts, span);
        return requestsIn(parts, spans, asking) && namesIn(parts, spans).some((name) => parts.setters.has(name));
      }),
    )
    .map(({ path }) => path);
}

const within = (spans: readonly Span[], { start, end }: Span): boolean =>
  spans.some((span) => span.start <= start && end <= span.end);
const namesIn = ({ names }: Parts, spans: readonly Span[]): string[] =>
  names.filter((one) => within(spans, one)).map(({ name }) => name);
const requestsIn = (parts: Parts, spans: readonly Span[], asking: ReadonlySet<string>): boolean =>
  parts.requests.some((one) => within(spans, one)) ||
  namesIn(parts, spans).some((name) => parts.imported.has(name) && asking.has(name));

/** The span, and those of the file's functions that it uses. */
function reach(parts: Parts, from: Span): Span[] {
  const spans = [from];
  for (const span of spans) {
    const used = new Set(namesIn(parts, [span]));
    spans.push(...parts.functions.filter((one) => used.has(one.name) && !within(spans, one)));
  }
  return spans;
}

function partsOf(path: string, text: string): Parts {
  const effects: Span[] = [];
  const functions: Named[] = [];
  const names: Named[] = [];
  const requests: Span[] = [];
  const [exported, imported, setters] = [new Set<string>(), new Set<string>(), new Set<string>()];
  new Visitor({
    Identifier: ({ name, start, end }) => void names.push({ name, start, end }),
    ImportSpecifier: ({ local }) => void imported.add(local.name),
    ExportNamedDeclaration: ({ declaration }) => {
      if (declaration?.type === 'FunctionDeclaration' && declaration.id) exported.add(declaration.id.name);
      if (declaration?.type === 'VariableDeclaration')
        for (const { id } of declaration.declarations) if (id.type === 'Identifier') exported.add(id.name);
    },
    FunctionDeclaration: ({ id, start, end }) => void (id && functions.push({ name: id.name, start, end })),
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init && holdsFunction(init))
        functions.push({ name: id.name, start: init.start, end: init.end });
      const setter = id.type === 'ArrayPattern' ? id.elements[1] : undefined;
      if (setter?.type === 'Identifier' && init?.type === 'CallExpression' && state.test(calleeOf(init)))
        setters.add(setter.name);
    },
    CallExpression: (one) => {
      const [{ start, end } = one] = one.arguments;
      if (effect.test(calleeOf(one))) effects.push({ start, end });
      const { callee } = one;
      const method = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
      if (wire.has(calleeOf(one)) || provided.has(method)) requests.push({ start: one.start, end: one.end });
    },
  }).visit(parseSync(path, text).program);
  return { path, effects, functions, exported, imported, setters, names, requests };
}

const calleeOf = ({ callee }: ESTree.CallExpression): string => (callee.type === 'Identifier' ? callee.name : '');
const isFunction = ({ type }: ESTree.Node): boolean => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
const holdsFunction = (init: ESTree.Expression): boolean =>
  isFunction(init) || (init.type === 'CallExpression' && init.arguments[0] !== undefined && isFunction(init.arguments[0]));
