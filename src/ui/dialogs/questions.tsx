import { Modal } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { takeQuestions } from './ask';

/** No motion: the answer is done at once, and a question that follows never stands beside one that is still leaving. */
const still = { transitionName: '', maskTransitionName: '' };

/** Draws what was asked by `ask()`. */
export function QuestionsDrawn(): ReactNode {
  const [modal, holder] = Modal.useModal();
  useEffect(() => takeQuestions(({ kind = 'confirm', ...question }) => void modal[kind]({ ...still, ...question })), [modal]);
  return holder;
}
