import { Button, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { mappingProblem, type Mapping } from './mapping';
import { counted } from '../../schemas/kit/counted';
import type { UploadPreview } from '../../schemas/kit/lead-uploads';

/** Step 2: maps columns to fields. Known names are suggested; other columns are not imported or become custom fields. */
export function MapStep({
  preview,
  mapping,
  onMapping,
  onBack,
  onNext,
}: {
  preview: UploadPreview;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
  onBack: () => void;
  onNext: () => void;
}): ReactNode {
  const [all, setAll] = useState(false);
  const known = new Map(preview.targets.map(({ target, label }) => [target, label]));
  const wrong = mappingProblem(mapping, (target) => known.get(target) ?? target.replace(/^new:/, ''));
  const left = Object.values(mapping).filter((target) => target === '').length;
  const unknown = preview.unknown.filter((header) => mapping[header] === '');
  return (
    <>
      <div className="up-intro">
        <strong>{preview.file_name}</strong>
        <span className="p-quiet">
          {counted(preview.rows_seen, 'row')}, {counted(preview.headers.length, 'column')}, {preview.encoding}
          {preview.remembered ? '; mapped as last time' : ''}
        </span>
        {unknown.length && preview.may_create_fields ? (
          <Button
            size="small"
            onClick={() =>
              onMapping({ ...mapping, ...Object.fromEntries(unknown.map((header) => [header, `new:${header.slice(0, 60)}`])) })
            }
          >
            Create{' '}
            {unknown.length === 1
              ? 'a custom field for 1 unmatched column'
              : `custom fields for ${unknown.length} unmatched columns`}
          </Button>
        ) : null}
      </div>
      <div className="up-scroll">
        <table className="up-table up-map">
          <thead>
            <tr>
              <th scope="col">Column in the file</th>
              <th scope="col">First values</th>
              <th scope="col">Mapped to</th>
            </tr>
          </thead>
          <tbody>
            {preview.headers.map((header, index) =>
              header ? (
                <ColumnRow
                  key={`${index}-${header}`}
                  header={header}
                  index={index}
                  preview={preview}
                  mapping={mapping}
                  onChange={(target) => onMapping({ ...mapping, [header]: target })}
                />
              ) : null,
            )}
          </tbody>
        </table>
      </div>
      <button type="button" className="p-link up-more" aria-expanded={all} onClick={() => setAll(!all)}>
        {all
          ? 'Hide the first rows'
          : preview.rows.length === 1
            ? 'Show the first row'
            : `Show the first ${preview.rows.length} rows`}
      </button>
      {all ? <FirstRows preview={preview} /> : null}
      <div className="up-foot">
        <span className={wrong ? 'up-wrong' : 'p-quiet'} role={wrong ? 'alert' : undefined}>
          {wrong ?? (left ? `${counted(left, 'column')} won't be imported` : 'Every column is mapped')}
        </span>
        <Button onClick={onBack}>Another file</Button>
        <Button type="primary" disabled={wrong !== undefined} onClick={onNext}>
          Next
        </Button>
      </div>
    </>
  );
}

/** A column of the file: its first values and its field, or the one it may be. */
function ColumnRow({
  header,
  index,
  preview,
  mapping,
  onChange,
}: {
  header: string;
  index: number;
  preview: UploadPreview;
  mapping: Mapping;
  onChange: (target: string) => void;
}): ReactNode {
  const suggested = preview.suggested[header];
  return (
    <tr className={mapping[header] ? undefined : 'up-out'}>
      <th scope="row" className="p-cut" title={header}>
        {header}
      </th>
      <td className="p-cut">
        {preview.rows
          .map((row) => row[index])
          .filter(Boolean)
          .slice(0, 3)
          .join(' · ') || <span className="p-quiet">empty</span>}
      </td>
      <td>
        <TargetSelect header={header} preview={preview} mapping={mapping} onChange={onChange} />
        {suggested && !mapping[header] && !Object.values(mapping).includes(suggested) ? (
          <button type="button" className="p-link up-suggested" onClick={() => onChange(suggested)}>
            Map to {preview.targets.find(({ target }) => target === suggested)?.label ?? suggested}
          </button>
        ) : null}
      </td>
    </tr>
  );
}

/** The field that a column is mapped to; a field that another column has is disabled. */
function TargetSelect({
  header,
  preview,
  mapping,
  onChange,
}: {
  header: string;
  preview: UploadPreview;
  mapping: Mapping;
  onChange: (target: string) => void;
}): ReactNode {
  const used = new Set(Object.values(mapping).filter(Boolean));
  return (
    <Select
      aria-label={`${header} is mapped to`}
      className="up-target"
      showSearch={{ optionFilterProp: 'label' }}
      value={mapping[header] ?? ''}
      options={[
        { value: '', label: "Don't import" },
        ...(preview.may_create_fields
          ? [{ value: `new:${header.slice(0, 60)}`, label: `New custom field '${header.slice(0, 60)}'` }]
          : []),
        ...preview.targets.map(({ target, label }) => ({
          value: target,
          label,
          disabled: target !== 'name' && used.has(target) && mapping[header] !== target,
        })),
      ]}
      onChange={onChange}
    />
  );
}

function FirstRows({ preview }: { preview: UploadPreview }): ReactNode {
  return (
    <div className="up-scroll">
      <table className="up-table up-preview">
        <thead>
          <tr>
            {preview.headers.map((header, index) => (
              <th key={`${index}-${header}`} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row, line) => (
            <tr key={line}>
              {preview.headers.map((header, index) => (
                <td key={`${index}-${header}`}>{row[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
