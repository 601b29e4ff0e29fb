/** Defects of the tools of a developer, and the first visit: name, file, text to find, text to put, tests that turn red. `npm run prove:bugs -- build`. */
export const buildBugs = [].map(([name, file, find, put, tests]) => ({ name, file, find, put, tests, area: 'build' }));
