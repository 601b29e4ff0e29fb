// npm run casts: how often src/ and server/ say a type instead of having it, by folder. With names of folders or files as
// arguments it also lists each place below them. What is counted:
//   as T         `x as T` and `<T>x`; not `as const`, not `as unknown` (which only forgets), not `satisfies`
//   unknown as   `x as unknown as T`, once; it is not counted under `as T` again
//   x!           the non-null mark
//   helper       a function that does nothing but cast one of its parameters, taken apart or not: counted where it is declared
//   <T>()        a declared function whose type parameter stands only in its answer: its caller says or infers what comes
//   f<T>()       a call with a type argument that the project's own function only uses in its answer: the caller's word for it;
//                not `dataOf<T>()` of src/schemas/kit/call.ts, which declares in a contract what a call answers
//   Record       `Record<string, unknown>`
//   AnyRow       the same by a name of its own (`AnyRow`, `AnyStored`, `AnyRecord`, `Sent`, `CallValues`, `DbRow`)
// What server/store declares so (`tx.rows<T>`, `lookUp<T>`) names the database's shape: shown as `rows<T>`, and
// limited by tests/architecture/casts.test.ts as the others are.
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SyntaxKind as Kind } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

const root = fileURLToPath(new URL('..', import.meta.url));
const kinds = ['as T', 'unknown as', 'x!', 'helper', '<T>()', 'f<T>()', 'Record', 'AnyRow', 'rows<T>'];
const openRows = new Set(['AnyRow', 'AnyStored', 'AnyRecord', 'Sent', 'CallValues', 'DbRow']);
const functions = new Set([Kind.ArrowFunction, Kind.FunctionDeclaration, Kind.FunctionExpression, Kind.MethodDeclaration]);

/** Every place below the folders or files that is counted: its kind, its file from the project's root and its line. */
export function findCasts(below = ['src/', 'server/']) {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${root}tsconfig.json`] }).getProjects();
    return project.rootFiles.flatMap((name) => {
      const path = relative(root, name).split(sep).join('/');
      return below.some((start) => path.startsWith(start)) ? castsIn(project, project.program.getSourceFile(name), path) : [];
    });
  } finally {
    api.close();
  }
}

/** How many there are of each kind. */
export function totalsOf(casts) {
  return Object.fromEntries(kinds.map((kind) => [kind, casts.filter((one) => one.kind === kind).length]));
}

function castsIn(project, file, path) {
  const found = [];
  const visit = (node) => {
    const kind = kindOf(node, project);
    const at = () => file.text.slice(0, node.getStart()).split('\n').length;
    if (kind) found.push({ kind, path, line: at(), text: node.getText().replace(/\s+/g, ' ') });
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

function kindOf(node, project) {
  if (node.kind === Kind.NonNullExpression) return 'x!';
  if (isCast(node)) return isCast(plain(node.expression), true) ? 'unknown as' : 'as T';
  if (functions.has(node.kind) && onlyCasts(node)) return 'helper';
  if (functions.has(node.kind) && onlyInAnswer(node) && !declaresReply(node) && !inStore(node)) return '<T>()';
  if (node.kind === Kind.TypeReference && openRows.has(node.typeName.getText())) return 'AnyRow';
  if (node.kind === Kind.TypeReference && /^Record<\s*string,\s*unknown,?\s*>$/.test(node.getText())) return 'Record';
  if (node.kind === Kind.CallExpression && node.typeArguments?.length) {
    const declaration = project.checker.getResolvedSignature(node)?.declaration?.resolve(project);
    if (!onlyInAnswer(declaration) || declaresReply(declaration)) return undefined;
    return inStore(declaration) ? 'rows<T>' : 'f<T>()';
  }
  return undefined;
}

/** `x as T`; `toUnknown` asks for `x as unknown` instead. */
function isCast(node, toUnknown = false) {
  if (node.kind !== Kind.AsExpression && node.kind !== Kind.TypeAssertionExpression) return false;
  return node.type.getText() !== 'const' && (node.type.kind === Kind.UnknownKeyword) === toUnknown;
}

/** Without the brackets around it. */
function plain(node) {
  return node.kind === Kind.ParenthesizedExpression ? plain(node.expression) : node;
}

function onlyCasts({ body, parameters }) {
  const returned = body?.kind === Kind.Block && body.statements.length === 1 ? body.statements[0].expression : body;
  if (!returned || !isCast(plain(returned))) return false;
  let inside = plain(returned);
  while (isCast(inside) || isCast(inside, true)) inside = plain(inside.expression);
  return parameters.some(
    ({ name }) => name.text === inside.text || (name.elements ?? []).some((one) => one.name?.text === inside.text),
  );
}

const inStore = (declaration) => /\/server\/store\//.test(declaration.getSourceFile().fileName);

/** True when a type parameter of one of the project's own functions is named by none of its parameters. */
function onlyInAnswer(declaration) {
  if (!declaration?.typeParameters?.length || /node_modules/.test(declaration.getSourceFile().fileName)) return false;
  const taken = declaration.parameters.map((one) => one.getText()).join(' ');
  return declaration.typeParameters.some(({ name }) => !new RegExp(`\\b${name.text}\\b`).test(taken));
}

function declaresReply(declaration) {
  return declaration.name?.text === 'dataOf' && declaration.getSourceFile().fileName.endsWith('/src/schemas/kit/call.ts');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const casts = findCasts();
  const folders = [...new Set(casts.map(folderOf))].toSorted();
  const rows = folders.map((folder) => [folder, totalsOf(casts.filter((one) => folderOf(one) === folder))]);
  for (const [name, totals] of [...rows, ['in all', totalsOf(casts)]]) console.log(line(name, Object.values(totals)));
  console.log(line('', kinds));
  for (const { kind, path, line: at, text } of casts)
    if (process.argv.slice(2).some((place) => path.startsWith(place))) console.log(`${kind}  ${path}:${at}  ${text}`);
}

function folderOf({ path }) {
  return path.split('/').slice(0, -1).slice(0, 2).join('/');
}
function line(name, cells) {
  return name.padEnd(24) + cells.map((cell) => String(cell).padStart(11)).join('');
}
