/** Focuses the first field of an opened dialog instead of its close button, unless the user has already focused another field. */
export function focusFirstField(fieldsId: string): (open: boolean) => void {
  return (open) => {
    const fields = document.getElementById(fieldsId);
    if (open && !fields?.contains(document.activeElement)) fields?.querySelector<HTMLElement>('input, textarea')?.focus();
  };
}
