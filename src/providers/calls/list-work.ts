import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import {
  bulk,
  exportAtOnce,
  exportList,
  exportNoticeAfter,
  jobRowsOf,
  myExport,
  type BulkResult,
  type ExportAnswer,
  type ExportFormat,
  type JobRowResult,
  type JobStarted,
  type MyExport,
} from '../../schemas/calls/list-work';
import {
  addView,
  changeView,
  deleteView,
  keepListSettings,
  listViews,
  viewReaders,
  type ListViews,
} from '../../schemas/calls/views';
import { dataOf, type BodyOf } from '../../schemas/kit/call';
import type { SentTo } from '../../schemas/kit/sent-to';
import type { ListFilter } from '../../schemas/kit/list-query';
import { listValues } from '../../schemas/kit/list-values';
import { isOneOf } from '../../schemas/kit/is-one-of';
import type { AnyRow } from '../../schemas/kit/resource';
import { parseWire } from '../../schemas/kit/wire';
import { call, callRow, type CallValues } from './call';
import { newKey } from './new-key';
import { callKey, useCall } from './use-call';

/** The rows of a bulk change or an export: selected ones, or all that match the list's query. */
export interface RowsMeant {
  readonly ids?: readonly (string | number)[];
  readonly query?: CallValues;
}
export interface JobNow {
  readonly id: string;
  readonly state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';
  readonly done: number | null;
  readonly total: number | null;
  readonly message: string | null;
  readonly result: (Partial<BulkResult> & { readonly rows?: number }) | null;
}

const plain = parseWire('GET res/list');
const jobRead = { wire: 'GET jobs/{id}', data: dataOf<JobNow>() } as const;

/** The query of a list from its address, without the page, for work on all matching rows. */
export const wholeQuery = (
  filters: readonly ListFilter[],
  sort: readonly { readonly field: string; readonly down: boolean }[],
  search: string,
): AnyRow =>
  listValues(plain, {
    filters,
    sorters: sort.map(({ field, down }) => ({ field, order: down ? 'desc' : 'asc' })),
    page: search ? { search } : {},
  });

/** `ref` makes a repeated sending the same change. */
export const startBulk = (
  resource: string,
  rows: RowsMeant,
  change: { readonly action: 'update' | 'done'; readonly values: CallValues } | { readonly action: 'delete' },
  ref: string,
): Promise<JobStarted> => callRow(bulk, { resource, ...change, ...rows, client_ref: ref });

export const undoBulk = (resource: string, jobId: string): Promise<JobStarted> =>
  callRow(bulk, { resource, action: 'undo', job_id: jobId, client_ref: newKey() });

export const startExport = (
  resource: string,
  format: ExportFormat,
  rows: RowsMeant,
  columns: readonly string[] | undefined,
): Promise<ExportAnswer> => callRow(exportList, { resource, format, ...rows, ...(columns ? { columns } : {}) });

const readJob = async (id: string): Promise<JobNow> => (await call(jobRead, { id })).data;

/**
 * Waits for a small export, downloads and returns it. Undefined: it is large or slow, and a notification will report it.
 * `onProgress` receives the rows written so far. Throws the error of the job.
 */
export async function takeExport(
  { export_id: id, job_id: jobId }: ExportAnswer,
  onProgress: (job: JobNow) => void,
): Promise<MyExport | undefined> {
  const until = performance.now() + exportNoticeAfter * 1000;
  for (let pause = 80; ; pause = Math.min(pause * 1.5, 700)) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const job = await readJob(jobId);
    onProgress(job);
    if (job.state === 'failed' || job.state === 'cancelled') throw new Error(job.message ?? 'The export was not written.');
    if (job.state === 'done' && (job.result?.rows ?? 0) <= exportAtOnce) break;
    const isLarge = job.state === 'done' || (job.total ?? job.done ?? 0) > exportAtOnce || isUncounted(job);
    if (isLarge || performance.now() > until) return undefined;
  }
  const made = (await call(myExport, { id })).data;
  downloadExport(made);
  return made;
}
/** Once writing has started, only an export too large to count has no total. */
const isUncounted = ({ done, total }: JobNow): boolean => (done ?? 0) > 0 && total === null;

export function downloadExport({ url, file_name: name }: Pick<MyExport, 'url' | 'file_name'>): void {
  const link = document.createElement('a');
  link.href = url ?? '';
  link.download = name ?? '';
  link.click();
}

/** The state of a job, polled until it has ended. */
export const useJob = (id: string | undefined): UseQueryResult<JobNow> =>
  useCall(
    jobRead,
    { id: id ?? '' },
    { enabled: id !== undefined, refetchInterval: (job) => (job && hasEnded(job) ? false : 700) },
  );
export const hasEnded = ({ state }: Pick<JobNow, 'state'>): boolean => ['done', 'failed', 'cancelled'].includes(state);

/** The rows that a job left as they were, with the reasons. */
export const useSkippedRows = (id: string | undefined): UseQueryResult<readonly JobRowResult[]> =>
  useCall(jobRowsOf, { job_id: id ?? '', outcome: 'skipped' }, { enabled: id !== undefined });

/** Saved views and kept columns of a list; asked once a session. */
export const useListViews = (resource: string): ListViews | undefined =>
  useCall(listViews, { resource }, { staleTime: Infinity, retry: false, early: true }).data;

/** Writes to `views/{resource}` and its settings, then reloads the list's views. */
export function useViewCalls(resource: string) {
  const client = useQueryClient();
  const written = async <T>(answer: Promise<{ readonly data: T }>): Promise<T> => {
    const { data } = await answer;
    await client.invalidateQueries({ queryKey: callKey(listViews, { resource }) });
    return data;
  };
  return {
    add: ({ name, shared_with: by, address }: { name: string; shared_with: string; address: string }) => {
      const shared_with = isOneOf(viewReaders, by) ? by : 'private';
      return written(call(addView, { resource, name, shared_with, address }));
    },
    change: (id: string, view: BodyOf<typeof changeView>) => written(call(changeView, { resource, id, ...view })),
    remove: (id: string) => written(call(deleteView, { resource, id })),
    keep: (settings: Omit<SentTo<typeof keepListSettings>, 'resource'>) =>
      written(call(keepListSettings, { resource, ...settings })),
  };
}
