/** Made by scripts/antd-styles-plugin.ts from antd itself. */
declare module 'virtual:antd-styles' {
  export const styles: readonly (readonly [path: string, style: unknown])[];
}
declare module 'virtual:antd-styles-later' {
  export const styles: readonly (readonly [path: string, style: unknown])[];
}
