import type { ReactNode } from 'react';
import type { Look } from '../kind-parts';
import { inside } from '../inside';
import { isEmpty, words } from '../kind';
import { kindMatching } from '../kind-of';
import { indianNumber } from '../../schemas/kit/counted';
import { recordIn, recordsIn } from '../../schemas/kit/is-record';
import { sumsOf } from './sums';

/** The rows on the record's page: names of references, texts of their kinds, sums. */
export function RowsTable({ value, at, record, textOf }: Look): ReactNode {
  const columns = Object.entries(at.field.items?.properties ?? {}).map(([name, field]) => {
    const inner = inside(at, name, true);
    return { name, title: field.title ?? words(name), inner, align: kindMatching(inner).align };
  });
  const rows = recordsIn(value);
  const sums = sumsOf(at, rows);
  if (!rows.length) return '–';
  return (
    <table className="p-mini">
      <thead>
        <tr>
          {columns.map(({ name, title, align }) => (
            <th key={name} data-align={align}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map(({ name, inner, align }) => (
              <td key={name} data-align={align}>
                {isEmpty(row[name]) ? '–' : textOf?.(inner, row[name], nameIn(record, `${at.path}.*.${name}`, index))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {sums.size ? (
        <tfoot>
          <tr>
            {columns.map(({ name, align }, index) => (
              <td key={name} data-align={align}>
                {sums.has(name) ? indianNumber(sums.get(name) ?? 0) : index === 0 ? 'Total' : null}
              </td>
            ))}
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
}

/** The name of a referenced record: the server sends those of the list's rows in their order. */
function nameIn(record: unknown, path: string, index: number): string | undefined {
  const names = recordIn(recordIn(record)['_labels'])[path];
  const name: unknown = Array.isArray(names) ? names[index] : undefined;
  return typeof name === 'string' && name ? name : undefined;
}
