import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../providers/calls/call';
import { isOf, useResourceNow } from '../../providers/screens/use-resource';
import { useMayDo } from '../../providers/rights';
import { ListPage } from '../../resources/list/list-page';
import { RowMenu } from '../../resources/list/row-menu';
import { useCatalogueColumns } from '../../resources/list/use-catalogue-columns';
import { useList, type List } from '../../resources/list/use-list';
import { useRowOffer } from '../../resources/list/use-row-offer';
import { recordPath } from '../../resources/resource-paths';
import { decideCorrections } from '../../schemas/calls/attendance-report';
import { counted } from '../../schemas/kit/counted';
import type { AttendanceCorrection, attendanceCorrections } from '../../schemas/workforce/attendance-corrections';
import { onDemand } from '../../ui/dialogs/on-demand';
import { Icon } from '../../ui/marks/icon';
import { EmptyState } from '../../ui/page/states';
import { toasts } from '../../ui/toasts/toasts';
import { AttendanceTabs } from './attendance-tabs';

const CorrectionDialog = onDemand('correction-dialog', async () => ({
  default: (await import('./correction-dialog')).CorrectionDialog,
}));

/** /employee/attendance/corrections: requests to change the times of a day. Managers decide on one, or on many at once. */
export default function CorrectionsPage(): ReactNode {
  const { resource } = useResourceNow('attendance-corrections', useLocation().key);
  return isOf<typeof attendanceCorrections>(resource, 'attendance-corrections') ? <Corrections resource={resource} /> : null;
}

function Corrections({ resource }: { resource: typeof attendanceCorrections }): ReactNode {
  const navigate = useNavigate();
  const { search } = useLocation();
  const list = useList({ resource, size: 25 });
  const columns = useCatalogueColumns(resource, list.columns.names);
  const mayDecide = useMayDo(decideCorrections)('update');
  const offer = useRowOffer(resource, columns[0]!.name);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <ListPage<AttendanceCorrection>
        list={list}
        title="Attendance corrections"
        columns={columns}
        bar={<AttendanceTabs />}
        add={{ label: 'Ask for a correction', open: () => setAsking(true) }}
        onOpen={(row) => void navigate({ pathname: recordPath(resource, row.id), search })}
        selects={mayDecide}
        bulk={<Decide list={list} />}
        cardMenu={(row) => <RowMenu {...offer(row)} />}
        empty={
          <EmptyState title="No corrections yet" icon="calendar">
            Ask for one when your check-in or check-out of a day is wrong or missing. Your manager decides.
          </EmptyState>
        }
      />
      {asking ? (
        <CorrectionDialog
          onClose={(isAsked) => {
            setAsking(false);
            if (isAsked) list.retry();
          }}
        />
      ) : null}
    </>
  );
}

/** Approves or rejects the selected rows; those that cannot be decided stay selected in the list with their reason in a message. */
function Decide({ list }: { list: List<AttendanceCorrection> }): ReactNode {
  const [busy, setBusy] = useState<'approved' | 'rejected'>();
  const decide = async (status: 'approved' | 'rejected'): Promise<void> => {
    setBusy(status);
    try {
      const ids = [...list.selection.chosen].map(String).slice(0, 200);
      const { data } = await call(decideCorrections, { ids, status });
      if (data.done) toasts.success(`${counted(data.done, 'correction')} ${status}.`);
      const [first] = data.skipped;
      if (first) toasts.warning(`${counted(data.skipped.length, 'correction')} not changed: ${first.reason}`);
      list.selection.clear();
    } catch (error) {
      toasts.error(error);
    }
    setBusy(undefined);
    list.retry();
  };
  if (list.selection.all) return <span className="p-quiet">Select up to 200 rows to decide</span>;
  return (
    <>
      <Button
        size="small"
        type="text"
        icon={<Icon name="check" size={14} />}
        loading={busy === 'approved'}
        disabled={busy !== undefined}
        onClick={() => void decide('approved')}
      >
        Approve
      </Button>
      <Button
        size="small"
        type="text"
        icon={<Icon name="close" size={14} />}
        loading={busy === 'rejected'}
        disabled={busy !== undefined}
        onClick={() => void decide('rejected')}
      >
        Reject
      </Button>
    </>
  );
}
