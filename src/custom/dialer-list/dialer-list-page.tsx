import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Link, useSearchParams } from 'react-router-dom';
import { usePermissionsResolved } from '../../providers/session/use-permissions-resolved';
import { DataTable, type Column } from '../../resources/list/data-table';
import { ListCards } from '../../resources/list/list-cards';
import { PageMoves } from '../../resources/list/page-moves';
import { Icon } from '../../ui/marks/icon';
import { PageFrame } from '../../ui/page/page-frame';
import { pageLoader } from '../../ui/page/page-loader';
import { EmptyState, ErrorState, NoPermission } from '../../ui/page/states';
import { Time } from '../../ui/time/time';
import { useNarrow } from '../../ui/page/use-narrow';
import './dialer-list.css';
import { RuleDetails } from './rule-details';
import { pageSize, useDialerRules, type DialerRuleRow } from './use-dialer-rules';

/** /dialer-list: the dialer rules, ten per page. */
export default function DialerListPage(): ReactNode {
  return usePermissionsResolved(true) ? <DialerList /> : pageLoader;
}

function DialerList(): ReactNode {
  const [address, setAddress] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1);
  const { isStaff, found, loading, refreshing, error, retry } = useDialerRules(page);
  const [shown, setShown] = useState<DialerRuleRow>();
  const navigate = useNavigate();
  const rows = found?.data ?? [];
  const count = found?.count;
  const last = Math.max(1, Math.ceil((count ?? 0) / pageSize));
  const go = (to: number): void => setAddress(to > 1 ? { page: String(to) } : {});
  const create = (
    <Button type="primary" onClick={() => void navigate('/dialer-config')}>
      Create
    </Button>
  );
  return (
    <PageFrame title="Dialer Configuration" total={count} actions={isStaff ? create : null} fill>
      <div className="p-list">
        {!isStaff ? (
          <NoPermission />
        ) : error ? (
          <ErrorState what="Dialer rules could not be loaded" error={error} onRetry={retry} />
        ) : found && !rows.length ? (
          <EmptyState
            title={page > 1 ? 'There is nothing on this page' : 'There is no dialer rule yet'}
            icon="phone"
            next={page > 1 ? <Button onClick={() => go(1)}>First page</Button> : create}
          >
            A rule puts leads that meet its conditions into dialer lists.
          </EmptyState>
        ) : (
          <Rows rows={rows} before={(page - 1) * pageSize} loading={loading} refreshing={refreshing} onView={setShown} />
        )}
        {last > 1 ? (
          <div className="p-pager">
            <span className="p-pager-place">
              Page {page} of {last}
            </span>
            <PageMoves previous={page > 1 ? () => go(page - 1) : undefined} next={page < last ? () => go(page + 1) : undefined} />
          </div>
        ) : null}
      </div>
      {shown ? <RuleDetails rule={shown} onClose={() => setShown(undefined)} /> : null}
    </PageFrame>
  );
}

/** A table; on a phone cards. */
function Rows({
  rows,
  before,
  loading,
  refreshing,
  onView,
}: {
  rows: readonly DialerRuleRow[];
  before: number;
  loading: boolean;
  refreshing: boolean;
  onView: (row: DialerRuleRow) => void;
}): ReactNode {
  const columns = columnsOf(before, rows, onView);
  const common = { rows, keyOf: (row: DialerRuleRow) => row.id, loading, refreshing };
  if (!useNarrow())
    return (
      <DataTable
        label="Dialer Configuration"
        columns={columns}
        sort={[]}
        onSort={() => undefined}
        expected={pageSize}
        {...common}
      />
    );
  const named = (name: string): Column<DialerRuleRow> => columns.find((column) => column.name === name)!;
  return (
    <ListCards columns={['name', 'triggerType', 'status', 'createdAt'].map(named)} menu={named('action').cell} {...common} />
  );
}

const triggers: Readonly<Record<string, string>> = { update: 'On Updated', create: 'On Created' };

function columnsOf(
  before: number,
  rows: readonly DialerRuleRow[],
  onView: (row: DialerRuleRow) => void,
): Column<DialerRuleRow>[] {
  return [
    { name: 'number', title: 'Sr. No.', width: 72, cell: (row) => before + rows.indexOf(row) + 1 },
    { name: 'name', title: 'Name', width: 260, cell: (row) => <span className="p-cut">{row.name}</span> },
    {
      name: 'createdByName',
      title: 'Created By',
      width: 180,
      cell: (row) => <span className="p-cut">{row.createdByName ?? '–'}</span>,
    },
    { name: 'createdAt', title: 'Created On', width: 140, cell: (row) => <Time at={row.createdAt} /> },
    { name: 'triggerType', title: 'trigger Type', width: 120, cell: (row) => triggers[row.triggerType] ?? row.triggerType },
    { name: 'status', title: 'Active', width: 88, cell: (row) => (row.status === 1 ? 'Yes' : 'No') },
    {
      name: 'action',
      title: 'Action',
      width: 120,
      cell: (row) => (
        <span className="dl-actions">
          <Button size="small" aria-label={`View ${row.name}`} onClick={() => onView(row)}>
            View
          </Button>
          <Link className="p-icon-button" to={`/dialer-config?id=${encodeURIComponent(row.id)}`} aria-label={`Edit ${row.name}`}>
            <Icon name="edit" />
          </Link>
        </span>
      ),
    },
  ];
}
