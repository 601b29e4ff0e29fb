/** Files of extensions: scripts/extension-plugin.ts. */
declare module 'virtual:extensions/screens' {
  export const files: Readonly<Record<string, { readonly screens?: readonly import('./screens').Screen[] }>>;
}
declare module 'virtual:extensions/parts' {
  /** By the name of the resource. */
  export const files: Readonly<Record<string, () => Promise<{ readonly parts?: import('./parts').Parts }>>>;
}
