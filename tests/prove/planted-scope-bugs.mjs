/** Defects of who widens a scope, and what that shows: name, file, text to find, text to put, tests that turn red. `npm run prove:bugs -- scope`. */
export const scopeBugs = [].map(([name, file, find, put, tests]) => ({ name, file, find, put, tests, area: 'scope' }));
