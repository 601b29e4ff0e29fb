import type { BrowserPart } from '../kind-parts';
import { choiceText } from '../choice-text';
import { inWords } from '../in-words';
import { words } from '../kind';
import { recordsIn } from '../../schemas/kit/is-record';

export const browser: BrowserPart = {
  value: ({ value, at }) => {
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
                <td key={name}>{cellText(row[name], name, field.enum !== undefined, at)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  },
};

function cellText(value: unknown, name: string, choice: boolean, at: Parameters<typeof choiceText>[1]): string {
  if (value === null || value === undefined || value === '') return '–';
  if (name === 'status') return Number(value) === 1 ? 'Active' : 'Inactive';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return choice ? choiceText(value, { ...at, path: `${at.path}.*.${name}` }) : inWords(value);
}
