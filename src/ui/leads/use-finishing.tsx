import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { finishWith } from '../../providers/calls/follow-up-calls';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import type { FollowUpOutcome } from '../../schemas/kit/follow-up-outcomes';
import { onDemand } from '../dialogs/on-demand';
import { toasts } from '../toasts/toasts';
import { sayDone } from './follow-up-done';

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
  const client = useQueryClient();
  const [asked, setAsked] = useState<ToFinish>();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const save = async ({ id }: ToFinish, outcome: FollowUpOutcome, note: string): Promise<void> => {
    const comeBack = (): void => setGone((before) => new Set([...before].filter((other) => other !== id)));
    setGone((before) => new Set([...before, id]));
    try {
      sayDone(client, (await finishWith(id, outcome, note)).data, comeBack);
    } catch (error) {
      comeBack();
      toasts.error(error);
    }
    refreshLeadWork(client);
  };
  return {
    gone,
    finish: setAsked,
    dialog: asked ? (
      <DoneDialog
        one={asked}
        onClose={() => setAsked(undefined)}
        onSaid={({ outcome, note }) => {
          setAsked(undefined);
          void save(asked, outcome, note);
        }}
      />
    ) : null,
  };
}
