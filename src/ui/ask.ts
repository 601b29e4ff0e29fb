import type { ModalFuncProps } from 'antd';
import { createElement, useSyncExternalStore, type ReactNode } from 'react';
import { onDemand, useWarm } from './on-demand';

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

const Drawn = onDemand('questions', async () => ({ default: (await import('./questions')).QuestionsDrawn }));

/** Where they appear; mounted once, within antd's theme. */
export function Questions(): ReactNode {
  const any = useSyncExternalStore(subscribe, current, current);
  useWarm(Drawn);
  return any ? createElement(Drawn) : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const current = (): boolean => wanted;
