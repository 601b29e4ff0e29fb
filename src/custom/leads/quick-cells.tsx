import type { Column } from '../../resources/list/data-table';
import { InlineCell, isQuick } from '../../resources/list/inline-cell';
import type { InlineInput } from '../../resources/list/inline-host';
import type { AnyResource } from '../../schemas/kit/resource';
import type { Lead } from '../../schemas/leads/leads';
import { ColleagueSelect } from '../../ui/fields/colleague-select';

/** Colleagues by name: the list of users needs a right of its own. */
const ownerInput: InlineInput = ({ id, value, label, onChange }) => (
  <ColleagueSelect id={id} value={typeof value === 'string' ? value : undefined} label={label} onChange={onChange} />
);

/** What is edited in its cell; the stage never is, it needs what Add Lead Stage asks for. */
const isOffered = (resource: AnyResource, name: string): boolean =>
  (['priority', 'tags', 'user_id', 'course'].includes(name) || name.startsWith('custom.')) && isQuick(resource, name);

/** The same columns, some of them with a pencil where this person may change the field. */
export const withQuickCells = (
  resource: AnyResource,
  columns: readonly Column<Lead>[],
  mayChange: (lead: Lead, field: string) => boolean,
): readonly Column<Lead>[] =>
  columns.map((column, index) => (index > 0 && isOffered(resource, column.name) ? quick(resource, column, mayChange) : column));

const quick = (resource: AnyResource, column: Column<Lead>, mayChange: (lead: Lead, field: string) => boolean): Column<Lead> => ({
  ...column,
  quick: true,
  cell: (lead) =>
    mayChange(lead, column.name) ? (
      <InlineCell resource={resource} name={column.name} row={lead} input={column.name === 'user_id' ? ownerInput : undefined}>
        {column.cell(lead)}
      </InlineCell>
    ) : (
      column.cell(lead)
    ),
});
