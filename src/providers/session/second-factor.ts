import { openState } from '../screens/open-state';

const dialog = openState();
/** For the dialog: is the code asked for? */
export const useSecondFactorAsked = dialog.useOpen;

let answer: Promise<boolean> | undefined;
let settle: ((confirmed: boolean) => void) | undefined;

/** Asks for the code that the server wants before it makes a call (TRUST-S33): true once it was right. Calls at once share one question. */
export function askSecondFactor(): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => {
    settle = resolve;
    dialog.open();
  });
  return answer;
}

/** For the dialog: the person confirmed, or left it. */
export function answerSecondFactor(confirmed: boolean): void {
  dialog.close();
  settle?.(confirmed);
  answer = settle = undefined;
}
