import { listReads, readAddressOf } from '../../resources/list/list-reads';
import { stageChoicesWire } from '../../schemas/kit/stage-rules';
import { leads } from '../../schemas/leads/leads';
import { allLeadsPath, ofType } from './lead-types';

/** What the page reads first, by its address: at a first visit it is requested before the code has loaded. */
export const firstReads = { [allLeadsPath]: [...listReads(leads, [ofType('all')]), readAddressOf(stageChoicesWire)] };
