/** Whether a text says a series: parts between dots, one of them the number's places. */
export const isSeries = (series: string): boolean =>
  series.length <= 40 && partsOf(series).filter((part) => /^#+$/.test(part)).length === 1;

/** 'APP-.YYYY.-####' as 'APP-', 'YYYY', '-', '####'. */
const partsOf = (series: string): string[] =>
  series
    .split('.')
    .flatMap((part) => part.split(/(#+)/))
    .filter(Boolean);

/** The series of that day: the name that it is counted under, where every part but the number is written, and its numbers as texts. */
export function numbered(series: string, today: string): { counts: string; text: (count: number) => string } {
  const [year = '', month = '', day = ''] = today.split('-');
  const words: Readonly<Record<string, string>> = { YYYY: year, YY: year.slice(2), MM: month, DD: day };
  const parts = partsOf(series).map((part) => words[part] ?? part);
  const written = (number: (places: string) => string): string =>
    parts.map((part) => (/^#+$/.test(part) ? number(part) : part)).join('');
  return {
    counts: written((places) => places),
    text: (count) => written(({ length }) => String(count).padStart(length, '0')),
  };
}
