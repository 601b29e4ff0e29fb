import type { ModalFuncProps } from 'antd';
import { createStore } from '../../providers/store';

/** The options of antd's confirm. `onOk` may take time: the button waits for it. */
export type Question = ModalFuncProps & { readonly kind?: 'confirm' | 'warning' };

let waiting: readonly Question[] = [];
let put: ((question: Question) => void) | undefined;
/** Whether anything was ever asked: what draws questions is mounted from then on. */
export const wasAsked = createStore(false);

/** A question in a dialog: 'Leave without saving?'. The dialog's code is not part of the first page. */
export function ask(question: Question): void {
  if (put) return put(question);
  waiting = [...waiting, question];
  wasAsked.set(true);
  return undefined;
}

/** For the component that renders the questions: receives waiting and later ones until the returned function is called. */
export function takeQuestions(taker: (question: Question) => void): () => void {
  put = taker;
  for (const question of waiting) taker(question);
  waiting = [];
  return () => {
    if (put === taker) put = undefined;
  };
}
