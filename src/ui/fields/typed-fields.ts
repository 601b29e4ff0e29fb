const typed = new Set<HTMLElement>();

/** Each form that differs from what is saved. One may stand in front of another. */
export const unsavedForms = new Set<object>();

/** Remembers into which fields of the page somebody wrote. Answers how to stop. */
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

/** Would something that somebody wrote be lost with this page? A dialog with fields counts as begun: choices are written too. */
export function holdsTyping(): boolean {
  forgetGone();
  if (unsavedForms.size > 0) return true; // written or chosen, in fields that may have been drawn again since
  if ([...typed].some((field) => field.closest('form, [role=dialog]'))) return true;
  const dialogs = document.querySelectorAll('[role=dialog]:not([aria-hidden=true]) :is(input, textarea)');
  return [...dialogs].some((field) => field.checkVisibility?.() ?? true);
}

function forgetGone(): void {
  for (const field of typed) if (!field.isConnected) typed.delete(field);
}
const isSearch = (field: HTMLElement): boolean => field.getAttribute('type') === 'search' || field.role === 'searchbox';
