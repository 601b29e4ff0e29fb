import { campaignHooks } from './campaigns';

export const hooks = campaignHooks('email-campaigns');
