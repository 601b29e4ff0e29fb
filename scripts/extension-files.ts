import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/** The files of an extension that the product reads, by the folder they are in. */
const patterns = {
  schemas: /\.ts$/,
  calls: /\.ts$/,
  hooks: /\.ts$/,
  handlers: /\.ts$/,
  kinds: /^[^/]+\/kind\.ts$/,
  parts: /^[^/]+\.tsx$/,
  screens: /^[^/]+\/screen\.ts$/,
  menu: /^[^/]+\.ts$/,
  demo: /^[^/]+\.ts$/,
  translations: /^[^/]+\.ts$/,
} as const;
export type Part = keyof typeof patterns;
export const partNames = Object.keys(patterns) as readonly Part[];
export const isPart = (name: string): name is Part => Object.hasOwn(patterns, name);

/** Absolute paths, in the order of their names. Tests and type declarations are left out. */
export function filesOf(folder: string, part: Part): string[] {
  const inside = join(folder, part);
  if (!existsSync(inside)) return [];
  return readdirSync(inside, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => patterns[part].test(path) && !/\.(test|d)\.tsx?$/.test(path))
    .sort()
    .map((path) => join(inside, path));
}

export const isInside = (file: string, folder: string): boolean => file === folder || file.startsWith(folder + sep);
