import { Pills } from '../../../ui/marks/pills';
import type { BrowserPart } from '../../kind-parts';
import { permissionRows } from './levels';

export const browser: BrowserPart = {
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
