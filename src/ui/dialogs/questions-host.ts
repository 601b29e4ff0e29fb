import { createElement, type ReactNode } from 'react';
import { useStore } from '../../providers/store';
import { wasAsked } from './ask';
import { onDemand, useWarm } from './on-demand';

const Drawn = onDemand('questions', async () => ({ default: (await import('./questions')).QuestionsDrawn }));

/** Where questions appear; mounted once, within antd's theme. */
export function Questions(): ReactNode {
  const any = useStore(wasAsked);
  useWarm(Drawn);
  return any ? createElement(Drawn) : null;
}
