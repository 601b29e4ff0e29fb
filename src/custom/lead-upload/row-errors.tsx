import { Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { counted } from '../../schemas/kit/counted';
import { mostFixes, type CellFix, type RowError, type UploadStatus } from '../../schemas/kit/lead-uploads';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm, type ScreenForm } from '../../ui/forms/use-screen-form';

interface RowErrorsProps {
  readonly status: UploadStatus;
  /** The corrections so far, and what checks the file again with others; without it nothing can be corrected here. */
  readonly fixes: readonly CellFix[];
  readonly busy: boolean;
  readonly onFix: ((fixes: readonly CellFix[]) => void) | undefined;
}
interface Cells {
  readonly cells: string[];
}
const keyOf = ({ line, field }: Pick<CellFix, 'line' | 'field'>): string => `${line} ${field}`;
/** An error without a column belongs to the whole row. */
const isFixable = (error: RowError): error is RowError & { readonly field: string; readonly value: string } =>
  Boolean(error.field) && error.value !== undefined;

/** Rows that cannot be imported, with the reason of each. Before the import their cells are corrected in place. */
export function RowErrors({ status, fixes, busy, onFix }: RowErrorsProps): ReactNode {
  const errors = status.errors ?? [];
  const form = useScreenForm<Cells>({
    id: 'up-fix',
    values: { cells: errors.map(({ value }) => value ?? '') },
    save: async ({ cells }) => {
      const changed = errors.flatMap((error, at) =>
        isFixable(error) && cells[at] !== error.value ? [{ line: error.line, field: error.field, value: cells[at] ?? '' }] : [],
      );
      const all = new Map([...fixes, ...changed].map((fix) => [keyOf(fix), fix]));
      if (changed.length) onFix?.([...all.values()].slice(-mostFixes));
    },
  });
  const canFix = onFix !== undefined && errors.some(isFixable);
  return (
    <section className="up-errors">
      <h2>{titleOf(status, errors.length)}</h2>
      <FormFrame form={form}>
        {canFix ? <p className="p-quiet">Correct the cells here. The file that you chose is not changed.</p> : null}
        <ErrorTable errors={errors} form={canFix ? form : undefined} />
        {canFix ? (
          <div className="up-recheck">
            <span className="p-quiet">{fixes.length ? `${counted(fixes.length, 'corrected cell')} so far` : ''}</span>
            <Button htmlType="submit" loading={busy} disabled={!form.formState.isDirty}>
              Check again
            </Button>
          </div>
        ) : null}
      </FormFrame>
    </section>
  );
}

function ErrorTable({ errors, form }: { errors: readonly RowError[]; form: ScreenForm<Cells> | undefined }): ReactNode {
  return (
    <div className="up-scroll up-tall">
      <table className="up-table">
        <thead>
          <tr>
            <th scope="col" className="up-num">
              Row
            </th>
            <th scope="col">Field</th>
            {form ? <th scope="col">Cell</th> : null}
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {errors.map((error, at) => (
            <tr key={`${at}-${error.line}`}>
              <td className="up-num">{error.line}</td>
              <td>{error.field ?? '–'}</td>
              {form ? (
                <td className="up-fix">
                  {isFixable(error) ? (
                    <FormField form={form} name={`cells.${at}`} label={`${error.field} of row ${error.line}`} hideLabel>
                      {(input) => <Input {...input} size="small" maxLength={500} />}
                    </FormField>
                  ) : null}
                </td>
              ) : null}
              <td className="up-reason">{error.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function titleOf(status: UploadStatus, shown: number): string {
  if (status.undo) return 'What stayed, and why';
  return status.failed > shown ? `The first ${shown} of ${counted(status.failed, 'row')} with errors` : 'Rows with errors';
}
