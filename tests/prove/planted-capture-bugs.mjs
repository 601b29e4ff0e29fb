/** Defects of capture of leads, applications and their mails: name, file, text to find, text to put, tests that turn red. `npm run prove:bugs -- capture`. */
export const captureBugs = [].map(([name, file, find, put, tests]) => ({ name, file, find, put, tests, area: 'capture' }));
