import { useInvalidate } from '@refinedev/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pluralOf, type AnyResource } from '../../schemas/kit/resource';
import { useMayDo } from '../../providers/rights';
import { lowerFirst } from '../../ui/marks/lower-first';
import { PageFrame } from '../../ui/page/page-frame';
import { messageOf, NoPermission } from '../../ui/page/states';
import { listPath } from '../resource-paths';
import { ImportOptions, type ImportChoice } from './import-options';
import { ImportRun } from './import-run';
import type { ImportPreview } from '../../schemas/kit/list-imports';
import { previewImport, stepImport } from './import-calls';
import './import.css';

/** Imports a CSV file into a list: choose the file, map its columns, try it, run it, undo it. */
export default function ImportPage({ resource }: { resource: AnyResource }): ReactNode {
  const may = useMayDo(resource);
  const [seen, setSeen] = useState<ImportPreview>();
  const [job, setJob] = useState<{ id: string; dry: boolean }>();
  const [refused, setRefused] = useState<string>();
  const invalidate = useInvalidate();
  const plural = lowerFirst(pluralOf(resource));
  const title = `Import ${plural}`;
  const crumb = <Link to={listPath(resource)}>{pluralOf(resource)}</Link>;
  if (!may('create') || !may('export'))
    return (
      <PageFrame title={title} crumb={crumb}>
        <NoPermission to={resource} />
      </PageFrame>
    );
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setRefused(undefined);
    const form = new FormData();
    form.append('file', file);
    try {
      setSeen(await previewImport(resource.name, form));
      setJob(undefined);
    } catch (error) {
      setRefused(messageOf(error));
    }
  };
  const start = async ({ file_id }: ImportPreview, { step, mapping, ...options }: ImportChoice): Promise<void> => {
    // the same file and mapping are imported once (D-052); a dry run may be repeated
    const once = step === 'start' ? { client_ref: `import-${file_id}` } : {};
    const body = { step, file_id, mapping, options, ...once };
    setJob({ id: (await stepImport(resource.name, body)).job_id, dry: step === 'dry_run' });
  };
  return (
    <PageFrame title={title} crumb={crumb} padded>
      <div className="p-import">
        <label className="p-import-file">
          <span>{seen ? seen.file_name : 'CSV file, up to 50 MB and 100,000 rows'}</span>
          <input
            type="file"
            accept=".csv,text/csv"
            aria-label="CSV file"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        </label>
        {refused ? (
          <p role="alert" className="p-wrong">
            {refused}
          </p>
        ) : null}
        {seen && !(job && !job.dry) ? (
          <ImportOptions key={seen.file_id} seen={seen} onStart={(choice) => start(seen, choice)} />
        ) : null}
        {job ? (
          <ImportRun
            key={job.id}
            resource={resource.name}
            jobId={job.id}
            onSettled={() => void invalidate({ resource: resource.name, invalidates: ['list', 'many', 'detail'] })}
          />
        ) : null}
      </div>
    </PageFrame>
  );
}
