/** Defects of sign-in, repeated calls, files in and out: name, file, text to find, text to put, tests that turn red. `npm run prove:bugs -- sign-in`. */
export const signInBugs = [].map(([name, file, find, put, tests]) => ({ name, file, find, put, tests, area: 'sign-in' }));
