import type { ReactNode } from 'react';

/** In place of the fields until record and checks are there. */
export function FormBones(): ReactNode {
  return (
    <div aria-busy="true" aria-label="Loading">
      {[30, 45, 25, 40].map((width) => (
        <div key={width} className="p-field">
          <span className="p-bone" style={{ width: `${width}%`, marginBottom: 8 }} />
          <span className="p-bone" style={{ height: 32 }} />
        </div>
      ))}
    </div>
  );
}
