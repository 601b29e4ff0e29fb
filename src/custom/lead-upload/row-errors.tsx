import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { counted } from '../../schemas/kit/counted';
import { mostFixes, type CellFix, type RowError, type UploadStatus } from '../../schemas/kit/lead-uploads';

interface RowErrorsProps {
  readonly status: UploadStatus;
  /** The corrections so far, and what checks the file again with others; without it nothing can be corrected here. */
  readonly fixes: readonly CellFix[];
  readonly busy: boolean;
  readonly onFix: ((fixes: readonly CellFix[]) => void) | undefined;
}
const keyOf = ({ line, field }: { readonly line: number; readonly field: string | null }): string => `${line} ${field ?? ''}`;
/** The file itself stays as it is; an error without a column belongs to the whole row. */
const isFixable = (error: RowError): error is RowError & { readonly field: string } =>
  Boolean(error.field) && error.value !== undefined;

/** Rows that cannot be imported, with the reason of each. Before the import their cells are corrected in place. */
export function RowErrors({ status, fixes, busy, onFix }: RowErrorsProps): ReactNode {
  const errors = status.errors ?? [];
  const [typed, setTyped] = useState<Readonly<Record<string, CellFix>>>({});
  const changed = Object.values(typed);
  const check = (): void => {
    const now = new Map([...fixes, ...changed].map((fix) => [keyOf(fix), fix]));
    onFix?.([...now.values()].slice(-mostFixes));
  };
  const canFix = onFix !== undefined && errors.some(isFixable);
  return (
    <form
      className="up-errors"
      onSubmit={(event) => {
        event.preventDefault();
        if (changed.length) check();
      }}
    >
      <h2>{titleOf(status, errors.length)}</h2>
      {canFix ? <p className="p-quiet">Correct the cells here, or in the file. The file that you chose is not changed.</p> : null}
      <div className="up-scroll up-tall">
        <table className="up-table">
          <thead>
            <tr>
              <th scope="col" className="up-num">
                Row
              </th>
              <th scope="col">Field</th>
              {canFix ? <th scope="col">Cell</th> : null}
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {errors.map((error, index) => (
              <tr key={`${index}-${error.line}`}>
                <td className="up-num">{error.line}</td>
                <td>{error.field ?? '–'}</td>
                {canFix ? (
                  <td className="up-fix">
                    {isFixable(error) ? (
                      <Input
                        size="small"
                        aria-label={`${error.field} of row ${error.line}`}
                        maxLength={500}
                        value={typed[keyOf(error)]?.value ?? error.value ?? ''}
                        onChange={({ target: { value } }) =>
                          setTyped({ ...typed, [keyOf(error)]: { line: error.line, field: error.field, value } })
                        }
                      />
                    ) : null}
                  </td>
                ) : null}
                <td className="up-reason">{error.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {canFix ? (
        <div className="up-recheck">
          <span className="p-quiet">{fixes.length ? `${counted(fixes.length, 'corrected cell')} so far` : ''}</span>
          <Button htmlType="submit" loading={busy} disabled={!changed.length}>
            Check again with {counted(changed.length, 'correction')}
          </Button>
        </div>
      ) : null}
    </form>
  );
}

function titleOf(status: UploadStatus, shown: number): string {
  if (status.undo) return 'What stayed, and why';
  return status.failed > shown ? `The first ${shown} of ${counted(status.failed, 'row')} with errors` : 'Rows with errors';
}
