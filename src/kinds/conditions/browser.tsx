import type { ReactNode } from 'react';
import { useEntityName } from '../../providers/session/use-entity-name';
import { blocksIn } from '../../schemas/kit/conditions';
import '../../ui/conditions/condition-builder.css';
import { rowWords } from '../condition-words';
import type { BrowserPart } from '../kind-parts';

export const browser: BrowserPart = {
  value: ({ value }) => (Array.isArray(value) && value.length ? <Blocks value={value} /> : '–'),
};

function Blocks({ value }: { value: readonly unknown[] }): ReactNode {
  const entity = useEntityName();
  return (
    <ul className="p-blocks-read">
      {blocksIn(value).map((block, b) => (
        <li key={b}>
          {block.rules.map((row, r) => {
            const { column, operator, value: words } = rowWords(row, entity);
            return (
              <div key={r}>
                {r > 0 ? <span className="p-quiet">{block.condition === 'Or' ? 'or ' : 'and '}</span> : null}
                {column} <span className="p-quiet">{operator.toLowerCase()}</span> <b>{words}</b>
              </div>
            );
          })}
        </li>
      ))}
    </ul>
  );
}
