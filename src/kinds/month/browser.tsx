import type { BrowserHalf } from '../halves';

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 'Apr 2026'; what is no month as it is. */
export const browser: BrowserHalf = {
  cell: ({ value }) => {
    const [, year, month] = /^(\d{4})-(\d\d)$/.exec(String(value ?? '')) ?? [];
    return year && names[Number(month) - 1] ? `${names[Number(month) - 1]} ${year}` : value ? String(value) : '–';
  },
};
