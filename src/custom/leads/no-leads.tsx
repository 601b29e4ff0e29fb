import { Button } from 'antd';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/page/states';

/** The empty state, which depends on the list's type and view. */
export default function NoLeads(props: {
  narrowed: boolean;
  type: 'all' | 'fav' | 'assigned-leads';
  onClear: () => void;
  onAdd: (() => void) | undefined;
}): ReactNode {
  if (props.type === 'assigned-leads')
    return (
      <EmptyState title="You're all caught up" icon="users">
        Leads that a colleague refers to you will appear here until you accept them.
      </EmptyState>
    );
  if (props.narrowed)
    return (
      <EmptyState
        title={props.type === 'fav' ? 'No favourites here' : 'No rows match these filters'}
        icon={props.type === 'fav' ? 'star' : 'search'}
        next={<Button onClick={props.onClear}>Show all leads</Button>}
      >
        {props.type === 'fav' ? 'Star a lead in the list to add it here.' : 'Remove a filter, or search for something shorter.'}
      </EmptyState>
    );
  return (
    <EmptyState
      title="No leads yet"
      icon="users"
      next={
        props.onAdd ? (
          <Button type="primary" onClick={props.onAdd}>
            Add lead
          </Button>
        ) : null
      }
    >
      Leads you own will appear here, newest first.
    </EmptyState>
  );
}
