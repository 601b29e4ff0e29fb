import { messageMoves } from '../domain/campaign-states';
import type { Hooks } from '../http/context';
import { campaignHooks } from './campaigns';

export const hooks: Hooks = campaignHooks(messageMoves);
