import { createElement, useSyncExternalStore, type ReactNode } from 'react';
import { onFirstQuestion, wasAsked } from './ask';
import { onDemand, useWarm } from './on-demand';

const Drawn = onDemand('questions', async () => ({ default: (await import('./questions')).QuestionsDrawn }));

/** Where they appear; mounted once, within antd's theme. */
export function Questions(): ReactNode {
  const any = useSyncExternalStore(onFirstQuestion, wasAsked, wasAsked);
  useWarm(Drawn);
  return any ? createElement(Drawn) : null;
}
