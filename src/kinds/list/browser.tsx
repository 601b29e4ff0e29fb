import type { BrowserPart, Look } from '../kind-parts';
import { onDemand } from '../../ui/dialogs/on-demand';

const RowsTable = onDemand<Look>('rows-table', async () => ({ default: (await import('./rows-table')).RowsTable }));

export const browser: BrowserPart = { value: (look) => <RowsTable {...look} /> };
