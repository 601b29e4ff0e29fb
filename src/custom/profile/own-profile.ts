import { call, type CallValues } from '../../providers/calls/call';
import { saveProfile } from '../../schemas/calls/profile';

export const saveOwn = (values: CallValues): Promise<unknown> => call(saveProfile, values);
