import 'react';

/** Styles may set the product's own properties: `style={{ '--p-tone': color }}`. */
declare module 'react' {
  interface CSSProperties {
    [name: `--p-${string}`]: string | number | undefined;
  }
}
