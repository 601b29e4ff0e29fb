const typed = new Set<HTMLElement>();

/** Each form with unsaved changes. One may be open in front of another. */
export const unsavedForms = new Set<object>();

/** Remembers the fields of the page in which someone typed. Returns a function that stops it. */
export function watchTyping(): () => void {
  const note = ({ target }: Event): void => {
    forgetGone();
    if (target instanceof HTMLElement && !isSearch(target)) typed.add(target);
  };
  for (const kind of ['input', 'change']) document.addEventListener(kind, note, true);
  return () => {
    for (const kind of ['input', 'change']) document.removeEventListener(kind, note, true);
    typed.clear();
  };
}

/** Whether this page has unsaved input. Any dialog with fields counts, because selections are input too. */
export function holdsTyping(): boolean {
  forgetGone();
  if (unsavedForms.size > 0) return true; // typed or selected, in fields that may have been rendered again since
  if ([...typed].some((field) => field.closest('form, [role=dialog]'))) return true;
  const dialogs = document.querySelectorAll('[role=dialog]:not([aria-hidden=true]) :is(input, textarea)');
  return [...dialogs].some((field) => field.checkVisibility?.() ?? true);
}

function forgetGone(): void {
  for (const field of typed) if (!field.isConnected) typed.delete(field);
}
const isSearch = (field: HTMLElement): boolean => field.getAttribute('type') === 'search' || field.role === 'searchbox';
