import { Button, Select } from 'antd';
import type { ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import type { ImportPreview } from '../../schemas/kit/list-imports';
import { ImportMap } from './import-map';
import { counted } from '../../schemas/kit/counted';

/** What the file's columns are, and what happens to records that already exist. */
export interface ImportChoice {
  readonly step: 'dry_run' | 'start';
  readonly mapping: ImportPreview['mapping'];
  readonly on_match: 'update' | 'skip';
  readonly clear_empty: boolean;
}

/** Maps the columns of a file, then tries or starts its import. */
export function ImportOptions({
  seen,
  onStart,
}: {
  seen: ImportPreview;
  onStart: (choice: ImportChoice) => Promise<void>;
}): ReactNode {
  const form = useScreenForm<ImportChoice>({
    values: {
      step: 'start',
      mapping: seen.mapping,
      on_match: seen.may_update ? 'update' : 'skip',
      clear_empty: false,
    },
    save: onStart,
  });
  const { control } = form;
  const mapping = useWatch({ control, name: 'mapping' });
  const missing = seen.targets.filter((one) => one.required && !Object.values(mapping).includes(one.target));
  const begin = (step: ImportChoice['step']): void => {
    form.setValue('step', step);
    form.send();
  };
  return (
    <FormFrame form={form} className="p-import">
      <p className="p-quiet">
        {counted(seen.rows_seen, 'row')}. Map each column to a field. Name other records by their name or id.
      </p>
      <Controller
        control={control}
        name="mapping"
        render={({ field: { value, onChange } }) => (
          <ImportMap seen={seen} mapping={value} onChange={(next) => onChange({ target: { value: next } })} />
        )}
      />
      <div className="p-import-rules">
        <label>
          If the record already exists{' '}
          <Controller
            control={control}
            name="on_match"
            render={({ field: { value, onChange } }) => (
              <Select
                value={value}
                options={[
                  { value: 'update', label: 'Update it', disabled: !seen.may_update },
                  { value: 'skip', label: 'Skip the row' },
                ]}
                onChange={onChange}
              />
            )}
          />
        </label>
        <label>
          <input type="checkbox" {...form.register('clear_empty')} /> Empty cells clear the field
        </label>
      </div>
      {missing.length ? <p className="p-quiet">New records need {missing.map((one) => one.label).join(', ')}.</p> : null}
      <div className="p-import-do">
        <Button loading={form.saving} onClick={() => begin('dry_run')}>
          Try without saving
        </Button>
        <Button type="primary" loading={form.saving} onClick={() => begin('start')}>
          Import
        </Button>
      </div>
    </FormFrame>
  );
}
