import { Pills } from '../../ui/marks/pills';
import type { BrowserPart } from '../kind-parts';
import { kind } from './kind';

export const browser: BrowserPart = {
  cell: ({ value, at, label }) => <Pills texts={texts(value, at, label)} most={3} />,
  value: ({ value, at, label }) => <Pills texts={texts(value, at, label)} />,
};

const texts = (value: unknown, ...[at, label]: [Parameters<typeof kind.text>[1], Parameters<typeof kind.text>[2]]): string[] =>
  Array.isArray(value)
    ? value.map((one, index) => kind.text([one], at, Array.isArray(label) ? [String(label[index])] : undefined))
    : [];
