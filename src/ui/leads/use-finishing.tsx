import { useState, type ReactNode } from 'react';
import { onDemand } from '../dialogs/on-demand';

const DoneDialog = onDemand('follow-up-done', async () => ({ default: (await import('./done-dialog')).DoneDialog }));

/** A follow-up to mark done. `id`: its call action's, or its own. */
export interface ToFinish {
  readonly id: string;
  readonly leadId: string;
  readonly leadName: string;
}
export interface Finishing {
  /** Those that were marked done here, by the same ids: they are shown no more, at once. */
  readonly gone: ReadonlySet<string>;
  /** Asks how it went, then marks it done. */
  readonly finish: (one: ToFinish) => void;
  readonly dialog: ReactNode;
}

/** Marks follow-ups done; one comes back where the server refuses, and on Undo. */
export function useFinishing(): Finishing {
  const [asked, setAsked] = useState<ToFinish>();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const onGone = (id: string, isGone: boolean): void =>
    setGone((before) => new Set(isGone ? [...before, id] : [...before].filter((other) => other !== id)));
  return {
    gone,
    finish: setAsked,
    dialog: asked ? <DoneDialog one={asked} onGone={onGone} onClose={() => setAsked(undefined)} /> : null,
  };
}
