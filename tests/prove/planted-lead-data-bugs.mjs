/** Defects of data of a lead outside the lead: name, file, text to find, text to put, tests that turn red. `npm run prove:bugs -- lead-data`. */
export const leadDataBugs = [].map(([name, file, find, put, tests]) => ({ name, file, find, put, tests, area: 'lead-data' }));
