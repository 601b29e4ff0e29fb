import type { ReactNode } from 'react';

/** Where the menu and the phone's bar lead to follow-ups. */
export const followUpsPath = '/myfollowup?stage=today';
/** What the badge of a menu entry counts, by the entry's path. */
export const countWords: Readonly<Record<string, readonly [one: string, several: string]>> = {
  '/chat': ['unseen message', 'unseen messages'],
  [followUpsPath]: ['overdue follow-up', 'overdue follow-ups'],
  '/employee/leave': ['request waiting for you', 'requests waiting for you'],
  '/help-support': ['open ticket assigned to you', 'open tickets assigned to you'],
};

/** No badge for zero, nor if the count could not be loaded. */
export function Count({
  of,
  what,
}: {
  of: number | undefined;
  what?: readonly [one: string, several: string] | undefined;
}): ReactNode {
  if (!of) return null;
  const text = of > 999 ? '999+' : String(of);
  return (
    <b className="p-menu-count" title={what ? `${text} ${what[of === 1 ? 0 : 1]}` : undefined}>
      {text}
    </b>
  );
}
