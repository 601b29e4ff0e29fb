/** Defects of settings and controls that have no effect: name, file, text to find, text to put, tests that turn red. `npm run prove:bugs -- promises`. */
export const promisesBugs = [].map(([name, file, find, put, tests]) => ({ name, file, find, put, tests, area: 'promises' }));
