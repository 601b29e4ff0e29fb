import type { ReactNode } from 'react';
import { fileName } from '../../file/kind';
import type { BrowserPart } from '../../kind-parts';
import './files.css';

export const browser: BrowserPart = { cell: ({ value }) => <FileLinks addresses={[value].flat().filter(Boolean).map(String)} /> };

function FileLinks({ addresses }: { addresses: readonly string[] }): ReactNode {
  if (!addresses.length) return '–';
  return (
    <ul className="p-files">
      {addresses.map((address) => (
        <li key={address}>
          <a href={address} download={fileName(address)}>
            {fileName(address)}
          </a>
        </li>
      ))}
    </ul>
  );
}
