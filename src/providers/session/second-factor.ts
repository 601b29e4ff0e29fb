import { openState } from '../screens/open-state';

const dialog = openState();
/** For the dialog: whether a code is required now. */
export const useSecondFactorAsked = dialog.useOpen;

let answer: Promise<boolean> | undefined;
let settle: ((confirmed: boolean) => void) | undefined;

/**
 * Asks the user for the code that the server requires for a call (TRUST-S33); true once it was correct. Simultaneous calls share
 * one dialog.
 */
export function askSecondFactor(): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => {
    settle = resolve;
    dialog.open();
  });
  return answer;
}

/** For the dialog: the user confirmed, or cancelled. */
export function answerSecondFactor(confirmed: boolean): void {
  dialog.close();
  settle?.(confirmed);
  answer = settle = undefined;
}
