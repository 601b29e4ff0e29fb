import type { BrowserPart } from '../../kind-parts';

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 'Apr 2026'; an invalid month as it is. */
export const browser: BrowserPart = {
  cell: ({ value }) => {
    const [, year, month] = /^(\d{4})-(\d\d)$/.exec(String(value ?? '')) ?? [];
    return year && names[Number(month) - 1] ? `${names[Number(month) - 1]} ${year}` : value ? String(value) : '–';
  },
};
