/** How filters were written before they had the names of refine's operators: `name.has=as`, `created_at.within=today`. */
const before: readonly (readonly [RegExp, string])[] = [
  [/\.is(?==)/g, ''],
  [/\.not(?==)/g, '_ne'],
  [/\.has(?==)/g, '_like'],
  [/\.starts(?==)/g, '_startswith'],
  [/\.from(?==)/g, '_gte'],
  [/\.to(?==)/g, '_lte'],
  [/\.within(?==)/g, '_between'],
  [/\.empty=no/g, '_nnull=true'],
  [/\.empty=yes/g, '_null=true'],
];

/**
 * The address of a saved view as lists read it now; views are kept longer than the words of filters. A tenant's own field may have
 * such a word for its name (`custom.from=Pune`).
 */
export const viewAddress = (kept: string): string => kept.replace(/(?<=^|&)(?:(?:\d+-)?custom\.)?[^&.=]+(.*?)(?=&|$)/g, asToday);

const asToday = (part: string, behindField: string): string =>
  part.slice(0, part.length - behindField.length) + before.reduce((text, [old, now]) => text.replace(old, now), behindField);
