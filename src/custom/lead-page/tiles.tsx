import type { ReactNode } from 'react';
import './tiles.css';

/** Figures in a row; one that is still loading keeps its place. */
export function Tiles({
  label,
  tiles,
}: {
  label: string;
  tiles: readonly (readonly [name: string, value: string | undefined])[];
}): ReactNode {
  return (
    <dl className="lp-tiles" aria-label={label}>
      {tiles.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? <span className="p-bone" style={{ width: 40 }} />}</dd>
        </div>
      ))}
    </dl>
  );
}
