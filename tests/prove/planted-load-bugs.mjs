/** Defects of one user's work that holds everybody up: name, file, text to find, text to put, tests that turn red. `npm run prove:bugs -- load`. */
export const loadBugs = [].map(([name, file, find, put, tests]) => ({ name, file, find, put, tests, area: 'load' }));
