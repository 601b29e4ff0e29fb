import type { ModalFuncProps } from 'antd';

/** What antd's confirm takes. `onOk` may take time: the button waits for it. */
export type Question = ModalFuncProps & { readonly kind?: 'confirm' | 'warning' };

let waiting: readonly Question[] = [];
let put: ((question: Question) => void) | undefined;
let wanted = false;
const listeners = new Set<() => void>();

/** A question in front of the page: 'Leave without saving?'. What it is drawn with is no part of the first page. */
export function ask(question: Question): void {
  if (put) return put(question);
  waiting = [...waiting, question];
  wanted = true;
  for (const tell of listeners) tell();
  return undefined;
}

/** For what draws them: takes those that wait, and each that comes, until the answer is called. */
export function takeQuestions(taker: (question: Question) => void): () => void {
  put = taker;
  for (const question of waiting) taker(question);
  waiting = [];
  return () => {
    if (put === taker) put = undefined;
  };
}

/** Whether anything was ever asked: what draws questions is mounted from then on. */
export function onFirstQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const wasAsked = (): boolean => wanted;
