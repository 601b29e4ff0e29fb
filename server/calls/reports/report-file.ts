import { rm } from 'node:fs/promises';
import sql from 'sql-template-tag';
import type { ExportFormat } from '../../../src/schemas/calls/list-work';
import type { RunningJob } from '../../context/running-job';
import type { StoredBytes } from '../../context/file-store';
import type { Cell } from '../../exports/export-columns';
import { keptDays } from '../../exports/export-records';
import type { Tx } from '../../store/store';
import { draftName, draftPath, openDraft } from '../../exports/write-export';

/** A report that was counted, ready to be written without a transaction. */
export interface FileToWrite {
  readonly format: ExportFormat;
  readonly title: string;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly widths?: readonly number[];
  readonly about?: readonly (readonly Cell[])[];
}

/** Writes and stores it; `part` names it within the job. */
export async function writeReportFile(
  job: Pick<RunningJob, 'id' | 'fence' | 'tenantId' | 'services'>,
  part: number,
  { format, title, titles, rows, widths, about }: FileToWrite,
): Promise<StoredBytes> {
  const { config, files } = job.services;
  const path = draftPath(config.dataDir, draftName(`${job.id}-${part}`, job.fence));
  const draft = await openDraft(path, format, titles, 0);
  if (!draft) throw new Error(`the draft ${path} could not be opened`);
  try {
    await draft.add(rows);
    const made = await draft.finish(title, { ...(widths ? { widths } : {}), ...(about ? { about } : {}) });
    return await files.store(job.tenantId, made);
  } finally {
    await draft.close();
    for (const one of [path, `${path}.xlsx`]) await rm(one, { force: true });
  }
}

/** Owner of the files that went out with a scheduled report. */
export const reportFiles = 'report-schedules';

/** They last as long as those of exports; the email itself has its own copy. */
export async function expireReportFiles(tx: Tx, tenantId: string): Promise<void> {
  await tx.run(sql`
    delete from "files" where "tenant_id" = ${tenantId} and "owner_resource" = ${reportFiles}
      and "created_at" < now() - make_interval(days => ${keptDays}::int)`);
}
