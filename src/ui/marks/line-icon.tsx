import type { ReactNode } from 'react';

/** A line icon on a 16-pixel grid in the text's colour. Decorative: the button around it has the label. */
export function LineIcon({ path, size = 16, className }: { path: string; size?: number; className?: string }): ReactNode {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
