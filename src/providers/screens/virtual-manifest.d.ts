/** Made by scripts/schema-plugin.ts from the schema files. */
declare module 'virtual:manifest' {
  type Resource = import('../../schemas/kit/resource').AnyResource;
  /** What menu and routes need of every resource; those without `menu` have no pages of their own. */
  export interface ManifestEntry extends Pick<Resource, 'name' | 'label' | 'plural' | 'menu' | 'key' | 'page'> {
    /** Calls that it does not have, and so no page or button for them. */
    readonly lacks?: readonly ('read' | 'create' | 'update' | 'delete')[];
  }
  export const manifest: readonly ManifestEntry[];
  /** The chunk of one resource: its object, its draft schema and the compiled validator. */
  export function loadChunk(name: string): Promise<import('./resource-chunk').ResourceChunk>;
  /** Which state of the schema files the manifest is; under `npm run dev` alone. */
  export const version: string;
}
declare module 'virtual:rights' {
  /** The access that resources, their actions and calls declare, each with the names of all that declare it. */
  export const rights: readonly import('../ability').Declared[];
}
