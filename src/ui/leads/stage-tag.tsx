import type { ReactNode } from 'react';

/** A lead's stage in its colour, with the sub stage in grey. */
export function StageTag({
  name,
  color,
  sub,
}: {
  name: string | null | undefined;
  color?: string | null;
  sub?: string | null;
}): ReactNode {
  if (!name) return '–';
  const style = color && /^#[0-9a-f]{6}$/i.test(color) ? { '--p-tone': color } : undefined;
  return (
    <span className="p-stage">
      <span className={style ? 'p-tag' : 'p-tag p-tone-grey'} style={style} title={name}>
        <span className="p-cut">{name}</span>
      </span>
      {sub ? (
        <span className="p-sub p-cut" title={sub}>
          {sub}
        </span>
      ) : null}
    </span>
  );
}
