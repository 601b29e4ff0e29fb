import type { UseQueryResult } from '@tanstack/react-query';
import { bulkChanges, type BulkChanged } from '../../schemas/calls/bulk-changes';
import { bulk, type JobStarted } from '../../schemas/calls/list-work';
import { leadUnmerge } from '../../schemas/calls/lead-merge';
import { leadUploadUndo } from '../../schemas/calls/lead-uploads';
import { call, callRow, type AnswerOf, type CallValues } from './call';
import { hasEnded, undoBulk, type RowsMeant } from './list-work';
import { useAnswer } from './use-call';

/** Something that the resource offers for many rows, with what it needs to know. */
export interface ActMeant {
  readonly act: string;
  readonly values: CallValues;
}

/** `ref` makes a repeated sending the same change. */
export const startAct = (resource: string, rows: RowsMeant, { act, values }: ActMeant, ref: string): Promise<JobStarted> =>
  callRow(bulk, { resource, action: 'act', act, values, ...rows, client_ref: ref });

/** Takes the change back, each kind in its own way. */
export async function undoChange({ kind, job_id, resource }: BulkChanged): Promise<void> {
  if (kind === 'lead-import') await call(leadUploadUndo, { job_id });
  else if (kind === 'lead-merge') await call(leadUnmerge, { merge_id: job_id });
  else await undoBulk(resource, job_id);
}

/** Is the change, or what takes it back, still at work? */
export const isAtWork = ({ state, undo }: BulkChanged): boolean => !hasEnded({ state }) || (undo !== null && !hasEnded(undo));

export interface ChangesPage {
  readonly changes: readonly BulkChanged[];
  readonly next: string | undefined;
}
/** The changes before this one, or one alone; read again while one of them is at work. */
export const useBulkChanges = (about: { readonly job_id?: string; readonly before?: string }): UseQueryResult<ChangesPage> =>
  useAnswer(bulkChanges, about, pageOf, {
    keepPrevious: about.job_id === undefined,
    retry: false,
    refetchInterval: (known) => (known?.changes.some(isAtWork) ? 700 : false),
  });

const pageOf = ({ data, next }: AnswerOf<typeof bulkChanges>): ChangesPage => ({ changes: data, next: next ?? undefined });
