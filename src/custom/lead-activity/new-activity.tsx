import { useList as useRows, type HttpError } from '@refinedev/core';
import { useState, type ReactNode } from 'react';
import { crudFilters } from '../../providers/calls/crud-filters';
import type { List } from '../../resources/list/use-list';
import { counted } from '../../schemas/kit/counted';
import type { ListMeta } from '../../schemas/kit/list';
import type { LeadAct } from '../../schemas/leads/lead-activity';
import { Icon } from '../../ui/marks/icon';
import { serverNow } from '../../ui/time/server-clock';

/** What happened since the list was read, as a bar to press: rows do not move under the reader's eyes. */
export function NewActivity({ list }: { list: List<LeadAct> }): ReactNode {
  const [opened] = useState(() => new Date(serverNow()).toISOString());
  const { page, after, before, filters, search } = list.state;
  const isFirst = page === 1 && !after && !before;
  const newest = isFirst && !list.loading ? (list.rows[0]?.at ?? opened) : undefined;
  const { query } = useRows<LeadAct, HttpError>({
    resource: 'lead-activity',
    filters: crudFilters([...filters, { field: 'at', operator: 'gt', values: [newest ?? opened] }]),
    pagination: { mode: 'off' },
    meta: { limit: 1, ...(search ? { search } : {}) } satisfies ListMeta,
    queryOptions: { enabled: newest !== undefined && list.state.sort[0]?.down !== false },
    liveMode: 'auto',
    errorNotification: false,
  });
  const fresh = newest === undefined ? 0 : (query.data?.total ?? 0);
  return (
    <span className="la-new" role="status">
      {fresh ? (
        <button type="button" className="p-chip" onClick={list.retry}>
          <Icon name="up" size={14} /> {counted(fresh, 'new act')}
        </button>
      ) : null}
    </span>
  );
}
