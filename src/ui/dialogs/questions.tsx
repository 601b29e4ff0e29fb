import { Modal } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { takeQuestions } from './ask';

/** No animation: the answer closes the dialog at once, so that a following question never overlaps one that is still closing. */
const still = { transitionName: '', maskTransitionName: '' };

/** Renders the questions of `ask()`. */
export function QuestionsDrawn(): ReactNode {
  const [modal, holder] = Modal.useModal();
  useEffect(() => takeQuestions(({ kind = 'confirm', ...question }) => void modal[kind]({ ...still, ...question })), [modal]);
  return holder;
}
