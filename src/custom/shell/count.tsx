import type { ReactNode } from 'react';

/** What the badge of a menu entry counts, by the entry's path. */
export const countWords: Readonly<Record<string, string>> = {
  '/chat': 'unseen messages',
  '/dashboard': 'overdue follow-ups',
  '/employee/leave': 'requests waiting for you',
  '/help-support': 'open tickets assigned to you',
};

/** No badge for zero, nor if the count could not be loaded. */
export function Count({ of, what }: { of: number | undefined; what?: string | undefined }): ReactNode {
  if (!of) return null;
  const text = of > 999 ? '999+' : String(of);
  return (
    <b className="p-menu-count" title={what ? `${text} ${what}` : undefined}>
      {text}
    </b>
  );
}
