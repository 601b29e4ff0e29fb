import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  /** Files of this project that it imports, statically or lazily. */
  readonly imports: readonly string[];
  readonly lazyImports: readonly string[];
  /** The `imports` that exist at run time (no `import type`). */
  readonly runImports: readonly string[];
}

/** Every TypeScript file in these folders, with the project files that it imports. */
export function readSources(folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) => walk(folder)).map(read);
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return walk(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function read(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '');
  const statics = [...code.matchAll(/^\s*(?:import|export)\s[^;]*?from\s+'(\.[^']+)'|^\s*import\s+'(\.[^']+)'/gm)].map(
    (m) => m[1] ?? m[2]!,
  );
  const atRun = [...code.matchAll(/^\s*(?:import|export)\s(?!type\s)[^;]*?from\s+'(\.[^']+)'|^\s*import\s+'(\.[^']+)'/gm)].map(
    (m) => m[1] ?? m[2]!,
  );
  const lazy = [...code.matchAll(/import\(\s*'(\.[^']+)'\s*\)/g)].map((m) => m[1]!);
  return {
    path: path.replaceAll('\\', '/'),
    text,
    lines: text.split('\n').length - 1,
    imports: statics.map((one) => target(path, one)),
    lazyImports: lazy.map((one) => target(path, one)),
    runImports: atRun.map((one) => target(path, one)),
  };
}

function target(from: string, specifier: string): string {
  const base = resolve(dirname(from), specifier);
  const found = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
    .map((end) => base + end)
    .find((path) => existsSync(path) && statSync(path).isFile());
  return relative('.', found ?? base).replaceAll('\\', '/');
}

/** The first cycle of static imports, types included, as a list of files, or null. */
export function findCycle(files: readonly SourceFile[]): string[] | null {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): string[] | null => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return null;
    for (const next of byPath.get(path)?.imports ?? []) {
      const cycle = byPath.has(next) ? visit(next, [...trail, path]) : null;
      if (cycle) return cycle;
    }
    done.add(path);
    return null;
  };
  for (const file of files) {
    const cycle = visit(file.path, []);
    if (cycle) return cycle;
  }
  return null;
}
