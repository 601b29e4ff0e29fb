import type { Plugin } from 'vite';

/** The patterns by which src finds the folders of field kinds: './*\/kind.ts', '../kinds/*\/browser.tsx' and so on. */
const glob = /'(?:\.\/|(?:\.\.\/)+kinds\/)(\*\/(?:kind\.ts|browser\.tsx|widget\.tsx|filter\.tsx))'/g;

/** Lets the product find the field kinds of another folder too, as if they were in src/kinds. */
export function extraKinds(folder: string): Plugin {
  return {
    name: 'extra-kinds',
    enforce: 'pre',
    transform: (code, id) =>
      /\/src\/(kinds|resources)\//.test(id) && code.includes('import.meta.glob')
        ? code.replaceAll(glob, (own, file: string) => `[${own}, '/${folder}/${file}']`)
        : undefined,
  };
}
