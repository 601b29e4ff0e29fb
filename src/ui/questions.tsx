import { Modal } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { takeQuestions } from './ask';

/** Draws what was asked by `ask()`. */
export function QuestionsDrawn(): ReactNode {
  const [modal, holder] = Modal.useModal();
  useEffect(() => takeQuestions(({ kind = 'confirm', ...question }) => void modal[kind](question)), [modal]);
  return holder;
}
