import { useState, type ReactNode } from 'react';
import { startExport, takeExport, type RowsMeant } from '../../providers/calls/list-work';
import { useMayDo } from '../../providers/rights';
import type { ExportFormat } from '../../schemas/calls/list-work';
import type { AnyResource } from '../../schemas/kit/resource';
import { Icon } from '../../ui/marks/icon';
import { MenuButton } from '../../ui/actions/menu-button';
import { countText } from '../../ui/marks/numbers';
import { toasts } from '../../ui/toasts/toasts';

/** Exports the filtered rows with the shown columns; the file for re-import has every column and plain values. */
export function ExportMenu(props: {
  resource: AnyResource;
  rows: RowsMeant;
  columns: readonly string[];
  /** In the bar over selected rows. */
  look?: 'bar';
}): ReactNode {
  const { resource, rows, columns } = props;
  const may = useMayDo(resource);
  const [written, setWritten] = useState<string>();
  if (!may('export')) return null;
  const run = async (format: ExportFormat, names: readonly string[] | undefined): Promise<void> => {
    setWritten('Exporting');
    try {
      const started = await startExport(resource.name, format, rows, names);
      const made = await takeExport(started, ({ done, total }) => {
        if (total && done !== null) setWritten(`${countText(done)} of ${countText(total)}`);
      });
      if (!made)
        toasts.success('This export is large. A notification tells you when the file is ready; it is kept in CSV exports.');
    } catch (error) {
      toasts.error(error);
    }
    setWritten(undefined);
  };
  return (
    <MenuButton
      label={props.look ? 'Export the selection' : 'Export'}
      className={props.look ? 'p-bar-button' : 'p-framed-button'}
      choices={[
        { label: 'Excel (XLSX)', choose: () => void run('xlsx', columns) },
        { label: 'CSV for spreadsheets', choose: () => void run('csv', columns) },
        { label: 'CSV, all columns', choose: () => void run('csv', undefined) },
        { label: 'CSV for re-import', choose: () => void run('csv_import', undefined) },
      ]}
    >
      <Icon name="download" size={14} />{' '}
      <span className="p-export-word" aria-live="polite">
        {written ?? 'Export'}
      </span>
    </MenuButton>
  );
}
