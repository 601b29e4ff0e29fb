import { useMemo, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Link } from 'react-router-dom';
import { isOf, useResourceNow } from '../../providers/screens/use-resource';
import { useMayDo } from '../../providers/rights';
import { useSession } from '../../providers/session/session';
import { columnOf } from '../../resources/list/list-columns';
import { ListPage } from '../../resources/list/list-page';
import { useList } from '../../resources/list/use-list';
import { newPath, recordPath } from '../../resources/resource-paths';
import type { Workflow, workflows } from '../../schemas/automation/workflows';
import type { ListFilter } from '../../schemas/kit/list-query';
import { EmptyState } from '../../ui/page/states';

/** /automation/my-automations: the workflows that the user made, with how many leads are in them. */
export function OwnAutomationsPage(): ReactNode {
  const { resource } = useResourceNow('workflows', useLocation().key);
  const me = useSession()?.persisted.id;
  return me !== undefined && isOf<typeof workflows>(resource, 'workflows') ? (
    <OwnAutomations resource={resource} me={me} />
  ) : null;
}

const shown = ['name', 'entry_trigger', 'stats', 'updated_at', 'status'] as const;

function OwnAutomations({ resource, me }: { resource: typeof workflows; me: string }): ReactNode {
  const navigate = useNavigate();
  const may = useMayDo(resource);
  const fixed = useMemo((): readonly ListFilter[] => [{ field: 'created_by', operator: 'eq', values: [me] }], [me]);
  const list = useList({ resource, fixed, columns: shown });
  const columns = list.columns.names.map((name, index) => columnOf<Workflow>(resource, name, index === 0));
  return (
    <ListPage<Workflow>
      list={list}
      title="My automations"
      columns={columns}
      crumb={<Link to="/automation">Workflows</Link>}
      searches="workflows"
      selects={false}
      add={may('create') ? { label: 'Add workflow', open: () => void navigate(newPath(resource)) } : undefined}
      onOpen={(row) => void navigate(recordPath(resource, row.id))}
      empty={(narrowed) => (
        <EmptyState title={narrowed ? 'No workflows match these filters' : "You haven't added any workflows yet"} icon="search">
          {narrowed ? 'Remove a filter to see the others.' : 'Workflows that you add appear here.'}
        </EmptyState>
      )}
    />
  );
}
