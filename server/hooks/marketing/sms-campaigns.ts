import { campaignHooks } from './campaigns';

export const hooks = campaignHooks('sms-campaigns');
