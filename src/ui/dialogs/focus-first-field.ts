/** Once a window stands, its first field has the focus, not its closing cross. Who was quicker stays where they are. */
export function focusFirstField(fieldsId: string): (open: boolean) => void {
  return (open) => {
    const fields = document.getElementById(fieldsId);
    if (open && !fields?.contains(document.activeElement)) fields?.querySelector<HTMLElement>('input, textarea')?.focus();
  };
}
