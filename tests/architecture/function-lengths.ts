import { parseSync, Visitor } from 'vite';

/** Functions of a file with more than `most` lines, each as a sentence. */
export function longFunctions(path: string, text: string, most: number): string[] {
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  const long: string[] = [];
  const look = ({ start, end }: { start: number; end: number }): void => {
    const lines = lineOf(end) - lineOf(start) + 1;
    if (lines > most) long.push(`${path}:${lineOf(start)}: a function of ${lines} lines; cut it along its joints`);
  };
  new Visitor({ FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look }).visit(
    parseSync(path, text).program,
  );
  return long;
}
