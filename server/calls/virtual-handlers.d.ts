/** Files of extensions: scripts/extension-plugin.ts. */
declare module 'virtual:extensions/handlers' {
  export const files: Readonly<Record<string, { readonly handlers?: import('../context/context').Handlers }>>;
}
