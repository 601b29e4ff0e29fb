/** What had the focus is gone; otherwise it stays where someone put it. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
