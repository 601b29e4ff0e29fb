/** Defects of what is sent, rung or posted, and how often: name, file, text to find, text to put, tests that turn red. `npm run prove:bugs -- delivery`. */
export const deliveryBugs = [].map(([name, file, find, put, tests]) => ({ name, file, find, put, tests, area: 'delivery' }));
