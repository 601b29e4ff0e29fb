import { useEffect } from 'react';

let brand = 'Prospectus';
let current = '';

/** The tenant's name in every page title; the session sets it. */
export function setBrand(name: string): void {
  brand = name;
  show();
}

/** '{screen} · {brand}' as the tab's title while the component stands. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    current = title;
    show();
  }, [title]);
}

function show(): void {
  if (typeof document !== 'undefined') document.title = current ? `${current} · ${brand}` : brand;
}
