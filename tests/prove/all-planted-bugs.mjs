import { bugs } from './planted-bugs.mjs';
import { engineBugs } from './planted-engine-bugs.mjs';
import { screenBugs } from './planted-screen-bugs.mjs';
import { shellBugs } from './planted-shell-bugs.mjs';

/** Every planted defect, in the order in which `npm run prove:bugs` plants them. */
export const plantedBugs = [...bugs.map((one) => ({ ...one, area: 'server' })), ...engineBugs, ...shellBugs, ...screenBugs];
