import type { ReactNode } from 'react';
import { useMayDo } from '../../providers/rights';
import { columnOf } from '../../resources/list/list-columns';
import type { StoredRow } from '../../resources/form/stored-row';
import { ListPage, type ListRow } from '../../resources/list/list-page';
import { useList } from '../../resources/list/use-list';
import { pluralOf, type AnyResource } from '../../schemas/kit/resource';
import type { TemplateChannel } from '../../schemas/calls/message-templates';
import { lowerFirst } from '../../ui/marks/lower-first';
import { EmptyState } from '../../ui/page/states';
import { channels } from './channels';

type Row = ListRow & StoredRow;

/** The templates of one channel. Who can change them opens the editor. */
export function TemplateList({
  type,
  resource,
  crumb,
  bar,
  onOpen,
}: {
  type: TemplateChannel;
  resource: AnyResource;
  crumb: ReactNode;
  bar: ReactNode;
  onOpen: (id: string) => void;
}): ReactNode {
  const may = useMayDo(resource);
  const list = useList({ resource, columns: channels[type].columns, keep });
  const columns = list.columns.names.map((name, index) => columnOf<Row>(resource, name, index === 0));
  return (
    <ListPage<Row>
      list={list}
      title={`${channels[type].label} templates`}
      columns={columns}
      crumb={crumb}
      bar={bar}
      searches="templates"
      selects={false}
      add={may('create') ? { label: `Add ${lowerFirst(channels[type].label)} template`, open: () => onOpen('new') } : undefined}
      onOpen={may('update') ? (row) => onOpen(String(row.id)) : undefined}
      empty={(narrowed) => (
        <EmptyState
          title={narrowed ? 'No templates match these filters' : `No ${lowerFirst(pluralOf(resource))} yet`}
          icon={narrowed ? 'search' : 'chat'}
        >
          {narrowed
            ? 'Remove a filter to see the others.'
            : 'A template is a message with placeholders for the values of a lead.'}
        </EmptyState>
      )}
    />
  );
}

const keep = ['type', 'template'];
