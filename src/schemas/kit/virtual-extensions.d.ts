/** The files of the folders that prospectus.config.ts names, by path: scripts/extension-plugin.ts. */
declare module 'virtual:extensions/schemas' {
  export const files: Readonly<Record<string, object>>;
}
declare module 'virtual:extensions/calls' {
  export const files: Readonly<Record<string, object>>;
}
declare module 'virtual:extensions/translations' {
  export const files: Readonly<Record<string, { readonly translations?: import('./translations').Translations }>>;
}
declare module 'virtual:extensions/menu' {
  export const files: Readonly<Record<string, { readonly menuGroups?: readonly import('./menu-groups').OwnGroup[] }>>;
}
declare module 'virtual:extensions/demo' {
  export const files: Readonly<Record<string, { readonly demo?: import('./demo-rows').DemoRows }>>;
}
declare module 'virtual:extensions/kinds' {
  export const files: Readonly<Record<string, { readonly kind: import('../../kinds/kind').Kind }>>;
}
declare module 'virtual:extensions/kind-parts' {
  /** By kind and file: 'meal-plan/widget.tsx'. */
  export const files: Readonly<
    Record<
      string,
      () => Promise<{ readonly kind?: import('../../kinds/kind').Kind } & import('../../kinds/kind-parts').KindParts>
    >
  >;
}
