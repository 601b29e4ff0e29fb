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

/** The address of a saved view as lists read it now; views are kept longer than the words of filters. */
export const viewAddress = (kept: string): string => before.reduce((text, [old, now]) => text.replace(old, now), kept);
