import type { BulkWork } from './bulk-work';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { RowsMeant } from '../../providers/calls/list-work';
import { mostPicked } from '../../schemas/calls/list-work';
import { useMayDo } from '../../providers/rights';
import { Icon } from '../../ui/marks/icon';
import { countText } from '../../ui/marks/numbers';
import { offers } from '../resource-paths';
import { ExportMenu } from './export-menu';
import { onDemand } from '../../ui/dialogs/on-demand';
import './list-tools.css';
import type { List } from './use-list';

const BulkDialog = onDemand('bulk-dialog', () => import('./bulk-dialog'));

/**
 * Replaces the filters while rows are selected: their number, "select all", and the actions. The list's own buttons are
 * `children`.
 */
export default function BulkBar({ list, children }: { list: List<unknown>; children?: ReactNode }): ReactNode {
  const { resource, selection, total = 0, totalExact, query } = list;
  const may = useMayDo(resource);
  const [work, setWork] = useState<BulkWork>();
  const many = may('export');
  const mayEdit = many && offers(resource, 'update') && may('update');
  const mayDelete = many && offers(resource, 'delete') && may('delete');
  const hasStatus = resource.fields.properties['status']?.type === 'integer';
  const rows: RowsMeant = selection.all ? { query } : { ids: [...selection.chosen] };
  const count = selection.all ? countText(total, totalExact) : String(selection.size);
  const isTooMany = !selection.all && selection.size > mostPicked;
  return (
    <div className="p-list-bar p-bulk" role="toolbar" aria-label="Chosen rows">
      <strong aria-live="polite">{count} selected</strong>
      {many && !selection.all && total > selection.size && selection.size >= list.rows.length ? (
        <button type="button" className="p-link" onClick={selection.chooseAll}>
          Select all {countText(total, totalExact)}
        </button>
      ) : null}
      <span className="p-bulk-rule" />
      {isTooMany ? (
        <span role="alert">
          Up to {countText(mostPicked)} can be selected one by one. For more, filter the list and select all.
        </span>
      ) : (
        <>
          {children}
          {many ? <ExportMenu resource={resource} rows={rows} columns={list.columns.names} look="bar" /> : null}
          {mayEdit ? (
            <Button size="small" type="text" icon={<Icon name="edit" size={14} />} onClick={() => setWork('edit')}>
              Edit
            </Button>
          ) : null}
          {mayEdit && hasStatus ? (
            <>
              <Button size="small" type="text" icon={<Icon name="check" size={14} />} onClick={() => setWork('activate')}>
                Activate
              </Button>
              <Button size="small" type="text" icon={<Icon name="pause" size={14} />} onClick={() => setWork('deactivate')}>
                Deactivate
              </Button>
            </>
          ) : null}
          {mayDelete ? (
            <Button size="small" type="text" danger icon={<Icon name="trash" size={14} />} onClick={() => setWork('delete')}>
              Delete
            </Button>
          ) : null}
        </>
      )}
      <span className="p-bulk-end">
        {mayEdit ? <span className="p-quiet">Undo for 72 h</span> : null}
        <button
          type="button"
          className="p-icon-button"
          aria-label="Clear selection"
          title="Clear selection"
          onClick={selection.clear}
        >
          <Icon name="close" />
        </button>
      </span>
      {work ? (
        <BulkDialog
          resource={resource}
          work={work}
          rows={rows}
          count={count}
          onClose={(done) => {
            setWork(undefined);
            if (done) selection.clear();
          }}
        />
      ) : null}
    </div>
  );
}
