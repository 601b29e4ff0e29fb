import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import type { RunningJob, Steps } from '../context/running-job';
import { errorColumns, ownHeaders } from './lead-columns';
import { unguarded } from './formula-guard';
import { readImport } from './import-record';
import { readRows, type CsvFormat } from './read-csv';
import { csvLine } from './write-csv';

/** The rejected rows in their original form, followed by row, field and reason: ready to be corrected and uploaded again. */
export async function writeErrorFile(
  job: RunningJob,
  steps: Steps,
  importId: string,
  path: string,
  format: CsvFormat,
): Promise<void> {
  const { tenantId, services } = job;
  const record = await steps.read((tx) => readImport(tx, tenantId, importId));
  if (!record.failed || record.error_file_id) return;
  const folder = join(services.config.dataDir, 'tmp');
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `${job.id}-errors.csv`);
  try {
    await writeDraft(job, steps, importId, path, format, draft);
    const stored = await services.files.store(tenantId, draft);
    await steps.commit(async (tx) => {
      const name = `${record.file_name.replace(/\.[^.]*$/, '')}-not-imported.csv`;
      const file = await services.files.put(tx, tenantId, {
        name,
        mime: 'text/csv',
        purpose: 'import_errors',
        stored,
        ownerResource: 'imports',
        ownerId: importId,
      });
      await tx.run(sql`update "imports" set "error_file_id" = ${file.id} where "tenant_id" = ${tenantId} and "id" = ${importId}`);
      return {};
    });
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDraft(
  job: RunningJob,
  steps: Steps,
  importId: string,
  path: string,
  format: CsvFormat,
  draft: string,
): Promise<void> {
  const columns = ownHeaders(format.headers);
  const file = await open(draft, 'w');
  try {
    await file.write(`\uFEFF${csvLine([...columns, ...errorColumns])}`);
    for await (const rows of readRows(path, format, 1000)) {
      const failed = await steps.read((tx) =>
        tx.rows<{ line: number; field: string; reason: string }>(sql`
          select "line", "field", "reason" from "import_rows" where "tenant_id" = ${job.tenantId} and "import_id" = ${importId}
            and "outcome" = 'failed' and "line" between ${rows[0]!.line}::int and ${rows.at(-1)!.line}::int`),
      );
      const byLine = new Map(failed.map((row) => [Number(row.line), row]));
      const lines = rows.flatMap(({ line, cells }) => {
        const why = byLine.get(line);
        return why ? csvLine([...columns.map((_, at) => unguarded(cells[at] ?? '')), line, why.field, why.reason]) : [];
      });
      if (lines.length) await file.write(lines.join(''));
    }
  } finally {
    await file.close();
  }
}
