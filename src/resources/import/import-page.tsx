import { useInvalidate } from '@refinedev/core';
import { Button, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pluralOf, type AnyResource } from '../../schemas/kit/resource';
import { useMayDo } from '../../providers/rights';
import { lowerFirst } from '../../ui/marks/lower-first';
import { PageFrame } from '../../ui/page/page-frame';
import { messageOf, NoPermission } from '../../ui/page/states';
import { listPath } from '../resource-paths';
import { ImportRun } from './import-run';
import { previewImport, stepImport, type ImportPreview } from './import-calls';
import './import.css';

/** Imports a CSV file into a list: choose the file, map its columns, try it, run it, undo it. */
export default function ImportPage({ resource }: { resource: AnyResource }): ReactNode {
  const may = useMayDo(resource);
  const [seen, setSeen] = useState<ImportPreview>();
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>({});
  const [onMatch, setOnMatch] = useState<'update' | 'skip'>('update');
  const [clearEmpty, setClearEmpty] = useState(false);
  const [job, setJob] = useState<{ id: string; dry: boolean }>();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const invalidate = useInvalidate();
  const plural = lowerFirst(pluralOf(resource));
  const title = `Import ${plural}`;
  const crumb = <Link to={listPath(resource)}>{pluralOf(resource)}</Link>;
  if (!may('create') || !may('export'))
    return (
      <PageFrame title={title} crumb={crumb}>
        <NoPermission />
      </PageFrame>
    );
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setRefused(undefined);
    await work().catch((error: unknown) => setRefused(messageOf(error)));
    setBusy(false);
  };
  const choose = (file: File | undefined): void => {
    if (!file) return;
    void attempt(async () => {
      const form = new FormData();
      form.append('file', file);
      const preview = await previewImport(resource.name, form);
      setSeen(preview);
      setMapping(preview.mapping);
      setOnMatch(preview.may_update ? 'update' : 'skip');
      setJob(undefined);
    });
  };
  const start = (step: 'dry_run' | 'start'): void =>
    void attempt(async () => {
      const options = { on_match: onMatch, clear_empty: clearEmpty };
      const { file_id } = seen!;
      // the same file and mapping are imported once (D-052); a dry run may be repeated
      const once = step === 'start' ? { client_ref: `import-${file_id}` } : {};
      const body = { step, file_id, mapping, options, ...once };
      setJob({ id: (await stepImport(resource.name, body)).job_id, dry: step === 'dry_run' });
    });
  const missing = seen?.targets.filter((one) => one.required && !Object.values(mapping).includes(one.target)) ?? [];
  return (
    <PageFrame title={title} crumb={crumb} padded>
      <div className="p-import">
        <label className="p-import-file">
          <span>{seen ? seen.file_name : 'CSV file, up to 50 MB and 100,000 rows'}</span>
          <input type="file" accept=".csv,text/csv" aria-label="CSV file" onChange={({ target }) => choose(target.files?.[0])} />
        </label>
        {refused ? (
          <p role="alert" className="p-wrong">
            {refused}
          </p>
        ) : null}
        {seen && !(job && !job.dry) ? (
          <>
            <p className="p-quiet">
              {seen.rows_seen.toLocaleString('en-IN')} rows. Map each column to a field. Name other records by their name or id.
            </p>
            <div className="p-import-scroll">
              <table className="p-import-map" aria-label="Columns of the file">
                <thead>
                  <tr>
                    <th scope="col">Column</th>
                    <th scope="col">First rows</th>
                    <th scope="col">Mapped to</th>
                  </tr>
                </thead>
                <tbody>
                  {seen.headers.map((header, at) => (
                    <tr key={header}>
                      <th scope="row">{header}</th>
                      <td className="p-quiet">
                        {seen.rows
                          .map((row) => row[at])
                          .filter(Boolean)
                          .slice(0, 2)
                          .join(' · ') || '–'}
                      </td>
                      <td>
                        <Select
                          aria-label={`${header} is mapped to`}
                          value={mapping[header] ?? ''}
                          showSearch={{ optionFilterProp: 'label' }}
                          options={[
                            { value: '', label: "Don't import" },
                            ...seen.targets.map((one) => ({ value: one.target, label: one.label + (one.required ? ' *' : '') })),
                          ]}
                          onChange={(target) => setMapping({ ...mapping, [header]: target })}
                        />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <div className="p-import-rules">
              <label>
                If the record already exists{' '}
                <Select
                  value={onMatch}
                  options={[
                    { value: 'update', label: 'Update it', disabled: !seen.may_update },
                    { value: 'skip', label: 'Skip the row' },
                  ]}
                  onChange={setOnMatch}
                />
              </label>
              <label>
                <input type="checkbox" checked={clearEmpty} onChange={({ target }) => setClearEmpty(target.checked)} /> Empty
                cells clear the field
              </label>
            </div>
            {missing.length ? <p className="p-quiet">New records need {missing.map((one) => one.label).join(', ')}.</p> : null}
            <div className="p-import-do">
              <Button loading={busy} onClick={() => start('dry_run')}>
                Try without saving
              </Button>
              <Button type="primary" loading={busy} onClick={() => start('start')}>
                Import
              </Button>
            </div>
          </>
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
