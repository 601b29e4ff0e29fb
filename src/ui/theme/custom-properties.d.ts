import 'react';

/** Allows the product's own properties in styles: `style={{ '--p-tone': color }}`. */
declare module 'react' {
  interface CSSProperties {
    [name: `--p-${string}`]: string | number | undefined;
  }
}
