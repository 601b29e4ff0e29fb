import { Pills } from '../../ui/marks/pills';
import type { BrowserHalf } from '../halves';
import { permissionRows } from './levels';

export const browser: BrowserHalf = {
  value: ({ value }) => {
    const rows = permissionRows(value);
    if (!rows.length) return '–';
    return (
      <dl className="p-rights">
        {rows.map(({ code, levels }) => (
          <div key={code}>
            <dt>{code}</dt>
            <dd>
              <Pills texts={levels} />
            </dd>
          </div>
        ))}
      </dl>
    );
  },
};
