import type { BulkChanged } from '../../schemas/calls/bulk-changes';
import { counted } from '../../schemas/kit/counted';
import { pluralOf, type AnyResource } from '../../schemas/kit/resource';
import { lowerFirst } from '../../ui/marks/lower-first';
import { columnTitle, textOf } from '../kind-looks';

/** What a change did, in one line: 'Set Priority to High in 20 leads'. */
export function changeText(change: BulkChanged, resource: AnyResource): string {
  const number = counted(change.changed, lowerFirst(resource.label), lowerFirst(pluralOf(resource)));
  const rows = change.about ? `${number} ${change.about}` : number;
  switch (change.action) {
    case 'delete':
      return `Deleted ${rows}`;
    case 'done':
      return `Marked ${rows} as done`;
    case 'import':
      return `Imported ${rows}`;
    case 'act':
      return `${change.done_word ?? 'Changed'} ${rows}`;
    case 'update':
      return change.done_word ? `${change.done_word} ${rows}` : `Set ${fieldsText(change, resource)} in ${rows}`;
  }
}

function fieldsText({ values, labels }: BulkChanged, resource: AnyResource): string {
  const row = { ...values, _labels: labels };
  const fields = Object.keys(values ?? {}).map(
    (name) => `${columnTitle(resource, name)} to ${textOf(resource, name, row) || 'empty'}`,
  );
  return fields.join(', ') || 'a field';
}
