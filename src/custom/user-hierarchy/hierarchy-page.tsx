import { Button, Input } from 'antd';
import { useRef, useState, type ComponentRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../providers/calls/call';
import { useCall } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { useSession } from '../../providers/session/session';
import { userHierarchy, userHierarchyExport } from '../../schemas/calls/user-hierarchy';
import { linesInOrder, reportingLines, type ReportingLine } from '../../schemas/kit/reporting-lines';
import { isAdministrator } from '../../schemas/kit/roles';
import { ExportButton } from '../../ui/actions/export-button';
import { useKeys } from '../../ui/actions/use-keys';
import { Icon } from '../../ui/marks/icon';
import { toasts } from '../../ui/toasts/toasts';
import { PageFrame } from '../../ui/page/page-frame';
import { pageLoader } from '../../ui/page/page-loader';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { findLines, openAtFirst } from './find-lines';
import { HierarchyTree } from './hierarchy-tree';
import './hierarchy.css';
import { MoveDialog } from './move-dialog';
import { plannedText } from './planned-text';
import { refusedDrop, useMoves } from './use-move';

/** How often the online states are read again, in milliseconds. */
const againAfter = 60_000;

/** /users/user-hierarchy: who reports to whom. */
export default function UserHierarchyPage(): ReactNode {
  const query = useCall(userHierarchy, {}, { refetchInterval: againAfter });
  const mayOpenUsers = useMayDo('users')('open');
  const mayExport = useMayDo(userHierarchyExport)('export');
  const lines = reportingLines(query.data?.people ?? []);
  const count = linesInOrder(lines).length;
  return (
    <PageFrame
      title="User Hierarchy"
      crumb={mayOpenUsers ? <Link to="/users">Users</Link> : undefined}
      total={query.data ? count : undefined}
      actions={
        mayExport ? (
          <ExportButton of="row" disabled={!count} onExport={async () => (await call(userHierarchyExport, {})).data} />
        ) : null
      }
      note={
        query.data?.complete === false ? (
          <p className="uh-note">Only the first {query.data.people.length.toLocaleString('en-IN')} people by name are shown.</p>
        ) : undefined
      }
      padded
    >
      {query.data ? (
        count ? (
          <Hierarchy lines={lines} count={count} />
        ) : (
          <EmptyState title="There is no one to show" icon="users">
            People appear here when their record says whom they report to.
          </EmptyState>
        )
      ) : query.isError ? (
        <ErrorState what="The hierarchy could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        pageLoader
      )}
    </PageFrame>
  );
}

function Hierarchy({ lines, count }: { lines: readonly ReportingLine[]; count: number }): ReactNode {
  const user = useSession()?.user;
  const may = useMayDo('users');
  const { move, cancel } = useMoves();
  const box = useRef<ComponentRef<typeof Input>>(null);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(() => openAtFirst(lines, user?.id));
  const [at, setAt] = useState(0);
  const [asked, setAsked] = useState<{ who: ReportingLine; manager: ReportingLine | undefined }>();
  useKeys({ '/': ['Search people', () => box.current?.focus()] });
  const { matches } = findLines(lines, typed);
  const search = (text: string): void => {
    const found = findLines(lines, text);
    setTyped(text);
    setAt(0);
    if (found.above.length) setOpen((now) => [...new Set([...now, ...found.above])]);
  };
  const askMove = (who: ReportingLine, manager?: ReportingLine): void => {
    if (manager && manager.person.id === who.person.reports_to) return; // dropped where the person already is
    const refused = manager && refusedDrop(who, manager);
    if (refused) toasts.warning(refused);
    else setAsked({ who, manager });
  };
  const everyone = linesInOrder(lines).map(({ line }) => line.person.id);
  return (
    <>
      <div className="uh-bar">
        <Input
          ref={box}
          className="uh-search"
          prefix={<Icon name="search" />}
          allowClear
          placeholder="Search people, roles, teams"
          aria-label="Search people, roles, teams"
          value={typed}
          onChange={({ target }) => search(target.value)}
          onPressEnter={() => setAt((now) => (matches.length ? (now + 1) % matches.length : 0))}
          onKeyDown={({ key }) => key === 'Escape' && search('')}
        />
        <Button onClick={() => setOpen(everyone)}>Expand all</Button>
        <Button onClick={() => setOpen([])}>Collapse all</Button>
        <span role="status" className="p-quiet">
          {!typed.trim() ? '' : matches.length ? `${at + 1} of ${matches.length}` : 'No one matches.'}
        </span>
      </div>
      <HierarchyTree
        lines={lines}
        count={count}
        own={user?.id}
        open={open}
        onOpen={setOpen}
        matches={matches}
        at={matches[at]}
        pathOf={(id) => (may('open') ? `/users/${id}` : undefined)}
        mayMove={(id) => may('update') && (id !== user?.id || isAdministrator(user))}
        onAsk={askMove}
        plannedOf={({ planned }) => (planned ? plannedText(planned, lines) : undefined)}
        onCancel={cancel}
      />
      {asked ? (
        <MoveDialog
          who={asked.who}
          manager={asked.manager}
          lines={lines}
          onMove={(manager, on) => move(asked.who, manager, on)}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  );
}
