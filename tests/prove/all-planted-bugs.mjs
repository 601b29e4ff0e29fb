import { bugs } from './planted-bugs.mjs';
import { buildBugs } from './planted-build-bugs.mjs';
import { captureBugs } from './planted-capture-bugs.mjs';
import { deliveryBugs } from './planted-delivery-bugs.mjs';
import { dialerBugs } from './planted-dialer-bugs.mjs';
import { engineBugs } from './planted-engine-bugs.mjs';
import { leadDataBugs } from './planted-lead-data-bugs.mjs';
import { leadBugs } from './planted-lead-bugs.mjs';
import { loadBugs } from './planted-load-bugs.mjs';
import { promisesBugs } from './planted-promises-bugs.mjs';
import { scopeBugs } from './planted-scope-bugs.mjs';
import { screenBugs } from './planted-screen-bugs.mjs';
import { shellBugs } from './planted-shell-bugs.mjs';
import { signInBugs } from './planted-sign-in-bugs.mjs';

/** Every planted defect, in the order in which `npm run prove:bugs` plants them. */
export const plantedBugs = [
  ...bugs.map((one) => ({ ...one, area: 'server' })),
  ...engineBugs,
  ...shellBugs,
  ...dialerBugs,
  ...screenBugs,
  ...scopeBugs,
  ...leadDataBugs,
  ...leadBugs,
  ...loadBugs,
  ...signInBugs,
  ...deliveryBugs,
  ...buildBugs,
  ...promisesBugs,
  ...captureBugs,
];
