import type { BrowserPart } from '../kind-parts';
import { choiceText } from '../choice-text';
import { inWords } from '../in-words';
import { words } from '../kind';
import { recordIn, recordsIn } from '../../schemas/kit/is-record';

export const browser: BrowserPart = {
  value: ({ value, at, record }) => {
    const columns = Object.entries(at.field.items?.properties ?? {});
    if (!Array.isArray(value) || !value.length) return '–';
    return (
      <table className="p-mini">
        <thead>
          <tr>
            {columns.map(([name, field]) => (
              <th key={name}>{field.title ?? words(name)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {recordsIn(value).map((row, index) => (
            <tr key={index}>
              {columns.map(([name, field]) => (
                <td key={name}>
                  {nameIn(record, `${at.path}.*.${name}`, index) ?? cellText(row[name], name, field.enum !== undefined, at)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  },
};

/** The name of a referenced record, where the server sent those of the list's rows in their order. */
function nameIn(record: unknown, path: string, index: number): string | undefined {
  const names = recordIn(recordIn(record)['_labels'])[path];
  return Array.isArray(names) && typeof names[index] === 'string' ? names[index] : undefined;
}

function cellText(value: unknown, name: string, choice: boolean, at: Parameters<typeof choiceText>[1]): string {
  if (value === null || value === undefined || value === '') return '–';
  if (name === 'status') return Number(value) === 1 ? 'Active' : 'Inactive';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return choice ? choiceText(value, { ...at, path: `${at.path}.*.${name}` }) : inWords(value);
}
