import type { leads } from '../../../src/schemas/leads/leads';
import type { Hooks } from '../../context/hooks';
import { messageAct } from './message-act';
import { reassignAct } from './reassign-act';
import { referAct } from './refer-act';
import { stageAct } from './stage-act';
import { tagsAct } from './tags-act';

/** What can be done with many leads at once, besides changing fields and deleting them. */
export const manyLeads: Hooks<typeof leads>['acts'] = {
  reassign: reassignAct,
  refer: referAct,
  stage: stageAct,
  tags: tagsAct,
  message: messageAct,
};
