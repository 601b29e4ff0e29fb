import type { ReactNode } from 'react';

/** What a badge beside an entry counts, by the entry's path. */
export const countWords: Readonly<Record<string, string>> = {
  '/chat': 'unseen messages',
  '/dashboard': 'overdue follow-ups',
  '/employee/leave': 'requests wait for you',
  '/help-support': 'open tickets of yours',
};

/** No badge for nothing, nor for what could not be fetched. */
export function Count({ of, what }: { of: number | undefined; what?: string | undefined }): ReactNode {
  if (!of) return null;
  const text = of > 999 ? '999+' : String(of);
  return (
    <b className="p-menu-count" title={what ? `${text} ${what}` : undefined}>
      {text}
    </b>
  );
}
