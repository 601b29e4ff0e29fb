import type { AnswerOf } from '../../providers/calls/call';
import { useAnswer } from '../../providers/calls/use-call';
import { myExports, type MyExport } from '../../schemas/calls/list-work';

interface ExportsPage {
  readonly rows: readonly MyExport[];
  readonly hasMore: boolean;
}

/** One page of the reader's exports, read again every two seconds while one of them is being written. */
export const useMyExports = (page: number) =>
  useAnswer(myExports, { page }, pageOf, {
    keepPrevious: true,
    // An address is good for 15 minutes: an open page gets new ones.
    refetchInterval: (known) => (known?.rows.some(isWritten) ? 2000 : 600_000),
  });

const pageOf = (answer: AnswerOf<typeof myExports>): ExportsPage => ({
  rows: answer.data,
  hasMore: answer['has_more'] === true,
});
export const isWritten = ({ state }: MyExport): boolean => state === 'queued' || state === 'running';
