import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import type { WidgetProps } from '../../kind-parts';
import { held, levelNumbers, levelWords, matrixRows, toggled } from './levels';

/** Every access code as a row, pairs as one row; every level as a checkbox. */
export function widget({ id, value, onChange, disabled }: WidgetProps): ReactNode {
  const unpaired = matrixRows.filter((codes) => levelNumbers.some((level) => held(value, codes, level) === 'some'));
  return (
    <>
      <div className="p-matrix" id={id} tabIndex={-1}>
        <table>
          <thead>
            <tr>
              <th scope="col">Module</th>
              {levelNumbers.map((level) => (
                <th key={level} scope="col">
                  {levelWords[level]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrixRows.map((codes) => (
              <tr key={codes[0]}>
                <th scope="row">{pairName(codes)}</th>
                {levelNumbers.map((level) => {
                  const state = held(value, codes, level);
                  return (
                    <td key={level}>
                      <Checkbox
                        aria-label={`${pairName(codes)}: ${levelWords[level]}`}
                        disabled={disabled ?? false}
                        checked={state === 'all'}
                        indeterminate={state === 'some'}
                        onChange={(event) => {
                          const next = toggled(value, codes, level, event.target.checked);
                          onChange(next.length ? next : undefined);
                        }}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {unpaired.map((codes) => (
        <p key={codes[0]} className="p-late" role="status">
          {pairName(codes)}: only one of the two is granted, so the menu or the page is refused. Tick the box to grant both.
        </p>
      ))}
    </>
  );
}

/** Two names that differ only in case are shown as one. */
function pairName(codes: readonly string[]): string {
  const words = codes.map((code) => code.replaceAll('_', ' '));
  return [...new Map(words.map((one) => [one.toLowerCase(), one])).values()].join(' / ');
}
