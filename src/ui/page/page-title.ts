import { useEffect } from 'react';

let brand = 'Prospectus';
let current = '';
let unread = 0;

/** The tenant's name in every page title; the session sets it. */
export function setBrand(name: string): void {
  brand = name;
  show();
}

export const brandName = (): string => brand;

/** The number of unread notifications before the title: '(3) Leads · Northstar'. */
export function setUnread(count: number): void {
  unread = count;
  show();
}

/** '{screen} · {brand}' as the tab's title while the component is mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    current = title;
    show();
  }, [title]);
}

function show(): void {
  if (typeof document === 'undefined') return;
  const waiting = unread > 0 ? `(${unread > 999 ? '999+' : unread}) ` : '';
  document.title = waiting + (current ? `${current} · ${brand}` : brand);
}
