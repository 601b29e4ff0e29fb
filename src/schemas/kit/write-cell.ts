import type { Cell, DimensionValues } from './cells';

/** The cell as lists take it in their address. Apart from `readCell`, which needs the whole dictionary of measures. */
export function writeCell({ measure, from, to, values }: Cell): string {
  return [measure, from, to, ...(Object.keys(values).length ? [writeValues(values)] : [])].join(';');
}
/** `user=01J…,01K…;source=` */
export const writeValues = (values: DimensionValues): string =>
  Object.entries(values)
    .map(([name, texts]) => `${name}=${texts.map(encodeURIComponent).join(',')}`)
    .join(';');
