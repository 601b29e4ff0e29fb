import { campaignHooks } from './campaigns';

export const hooks = campaignHooks('whatsapp-campaigns');
