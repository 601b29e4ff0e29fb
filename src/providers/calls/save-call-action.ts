import { callGenerate, type CallActionSaved } from '../../schemas/calls/call-generate';
import type { SentTo } from '../../schemas/kit/sent-to';
import { call, type CallAnswer } from './call';

export const saveCallAction = (body: SentTo<typeof callGenerate>): Promise<CallAnswer<CallActionSaved>> =>
  call(callGenerate, body);
