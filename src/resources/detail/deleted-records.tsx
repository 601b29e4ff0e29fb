import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAnswer } from '../../providers/calls/use-call';
import { useWho } from '../../providers/session/who';
import { counted } from '../../schemas/kit/counted';
import { dataOf } from '../../schemas/kit/call';
import { spreadCustom } from '../../schemas/kit/custom-fields';
import { displayOf, pluralOf, type AnyRecord, type AnyResource } from '../../schemas/kit/resource';
import { isAdministrator } from '../../schemas/kit/roles';
import { lowerFirst } from '../../ui/marks/lower-first';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState, ErrorState, NoPermission } from '../../ui/page/states';
import { Time } from '../../ui/time/time';
import { textOf } from '../kind-looks';
import { listPath } from '../resource-paths';
import { useRecordActions } from '../use-record-actions';
import { serverNow } from '../../ui/time/server-clock';
import './detail.css';

const deletedList = { wire: 'GET res/{resource}/deleted', data: dataOf<AnyRecord[]>() } as const;
const recordsIn = ({ data }: { readonly data: readonly AnyRecord[] }): AnyRecord[] => data.map(spreadCustom);
const keptDays = 30;

/** Records deleted in the last 30 days, which the administrator can restore. */
export default function DeletedRecords({ resource }: { resource: AnyResource }): ReactNode {
  const admin = isAdministrator(useWho());
  const { restore } = useRecordActions(resource);
  const { data, isPending, error, refetch } = useAnswer(deletedList, { resource: resource.name }, recordsIn, {
    enabled: admin,
    retry: false,
    staleTime: 0,
  });
  const plural = pluralOf(resource);
  const frame = (body: ReactNode): ReactNode => (
    <PageFrame title={`Deleted ${lowerFirst(plural)}`} crumb={<Link to={listPath(resource)}>{plural}</Link>} padded>
      {body}
    </PageFrame>
  );
  if (!admin) return frame(<NoPermission />);
  if (error) return frame(<ErrorState what="They could not be loaded" error={error} onRetry={() => void refetch()} />);
  if (isPending) return frame(<span className="p-bone" style={{ width: '60%' }} />);
  if (!data.length)
    return frame(
      <EmptyState title="Nothing to restore" icon="trash">
        Deleted records are kept here for {counted(keptDays, 'day')}.
      </EmptyState>,
    );
  return frame(
    <ul className="p-deleted" aria-label={`Deleted ${lowerFirst(plural)}`}>
      {data.map((row) => {
        const name = textOf(resource, displayOf(resource), row);
        const by = row._labels?.['updated_by'];
        return (
          <li key={row.id}>
            <span className="p-deleted-name p-cut">{name}</span>
            <span className="p-quiet">
              <Time at={row['deleted_at']} /> {by ? `by ${String(by)} ` : ''}· {daysLeft(row['deleted_at'])} left
            </span>
            <Button
              aria-label={`Restore ${name}`}
              onClick={() => void restore(row.id, name).then((done) => (done ? refetch() : undefined))}
            >
              Restore
            </Button>
          </li>
        );
      })}
    </ul>,
  );
}

function daysLeft(at: unknown): string {
  const days = Math.max(0, Math.ceil(keptDays - (serverNow() - Date.parse(String(at))) / 86_400_000));
  return counted(days, 'day');
}
