import type { Kind } from '../kind';

declare module '../../schemas/kit/field-ui' {
  interface Widgets {
    readonly password: true;
  }
}

/** Write-only: the server never sends it; an empty field leaves it unchanged. */
export const kind: Kind = {
  name: 'secret',
  weight: 90,
  widget: 'password',
  matches: ({ resource, name, path }) =>
    path === name && ((resource.secret?.includes(name) ?? false) || resource.ui?.[name]?.widget === 'password'),
  operators: [],
  text: () => '••••••',
  pageOnly: true,
  looksAround: true,
  writeOnly: true,
};
