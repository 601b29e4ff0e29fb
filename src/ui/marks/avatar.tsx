import type { ReactNode } from 'react';

/** Initials on a muted colour, always the same for the same name. */
export function Avatar({ name, size = 20 }: { name: string; size?: number }): ReactNode {
  return (
    <span className={`p-avatar p-hue-${hueOf(name)}`} data-size={size > 24 ? 'large' : undefined} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** Avatar and name, truncated with an ellipsis. */
export function Person({ name }: { name: string | null | undefined }): ReactNode {
  if (!name) return '–';
  return (
    <span className="p-person">
      <Avatar name={name} />
      <span className="p-cut" title={name}>
        {name}
      </span>
    </span>
  );
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return (
    letters
      .map((word) => [...(word ?? '')][0] ?? '')
      .join('')
      .toLocaleUpperCase('en') || '?'
  );
}
function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 997;
  return sum % 6;
}
