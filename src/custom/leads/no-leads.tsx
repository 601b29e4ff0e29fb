import { Button } from 'antd';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/page/states';

/** Why there are no rows, by what was asked for. */
export function NoLeads(props: {
  narrowed: boolean;
  type: 'all' | 'fav' | 'assigned-leads';
  onClear: () => void;
  onAdd: (() => void) | undefined;
}): ReactNode {
  if (props.type === 'assigned-leads')
    return (
      <EmptyState title="Nothing waits for you" icon="users">
        Leads that a colleague refers to you appear here until you accept them.
      </EmptyState>
    );
  if (props.narrowed)
    return (
      <EmptyState
        title={props.type === 'fav' ? 'No favourites here' : 'No rows match these filters'}
        icon={props.type === 'fav' ? 'star' : 'search'}
        next={<Button onClick={props.onClear}>Show all leads</Button>}
      >
        {props.type === 'fav'
          ? 'Star a lead in the list and it appears here.'
          : 'Take a filter off, or search for something shorter.'}
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
      Leads that you own appear here, newest first.
    </EmptyState>
  );
}
