/** Files of extensions: scripts/extension-plugin.ts. */
declare module 'virtual:extensions/hooks' {
  export const files: Readonly<Record<string, { readonly hooks?: import('../context/hooks').Hooks }>>;
}
