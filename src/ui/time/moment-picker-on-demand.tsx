import { Input } from 'antd';
import { onDemand } from '../dialogs/on-demand';
import type { MomentPickerProps } from './moment-picker';

/** The picker for forms of records, few of which have a time: its code comes with the first one, and a field holds its place. */
export const MomentPickerOnDemand = onDemand<MomentPickerProps>(
  'moment-picker',
  async () => ({ default: (await import('./moment-picker')).MomentPicker }),
  <Input disabled aria-hidden="true" />,
);
