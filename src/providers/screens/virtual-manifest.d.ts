/** Made by scripts/schema-plugin.ts from the schema files. */
declare module 'virtual:manifest' {
  type Resource = import('../../schemas/kit/resource').AnyResource;
  /** What menu and routes need of every resource that has a place in the menu. */
  export const manifest: readonly Pick<Resource, 'name' | 'label' | 'plural' | 'menu' | 'access' | 'key'>[];
  /** The chunk of one resource: its object, its draft schema and the compiled validator. */
  export function loadChunk(name: string): Promise<import('./resource-chunk').ResourceChunk>;
  /** Which state of the schema files the manifest is; under `npm run dev` alone. */
  export const version: string;
}
