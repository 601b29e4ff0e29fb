import { campaignHooks } from '../marketing/campaigns';

export const hooks = campaignHooks('lead-gen-broadcasts');
