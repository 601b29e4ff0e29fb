import { Select } from 'antd';
import type { ReactNode } from 'react';
import type { ImportPreview } from '../../schemas/kit/list-imports';

/** A file's columns with their first rows, each mapped to a field or left out. */
export function ImportMap({
  seen,
  mapping,
  onChange,
}: {
  seen: ImportPreview;
  mapping: ImportPreview['mapping'];
  onChange: (mapping: ImportPreview['mapping']) => void;
}): ReactNode {
  return (
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
                  onChange={(target) => onChange({ ...mapping, [header]: target })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
