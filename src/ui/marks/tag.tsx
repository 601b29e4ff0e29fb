import type { ReactNode } from 'react';

export type Tone = 'green' | 'amber' | 'red' | 'blue' | 'grey';

/** A state as a word with a coloured dot; colour is never the only sign. */
export function Tag({ tone = 'grey', children }: { tone?: Tone; children: ReactNode }): ReactNode {
  return <span className={`p-tag p-tone-${tone}`}>{children}</span>;
}

export function ActiveTag({ active }: { active: boolean }): ReactNode {
  return <Tag tone={active ? 'green' : 'grey'}>{active ? 'Active' : 'Inactive'}</Tag>;
}
