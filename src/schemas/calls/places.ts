import { dataOf, defineCall } from '../kit/call';

/** Choices, looked up by the names of their parents. */
const names = { type: 'array', items: { type: 'string', maxLength: 120 }, maxItems: 100 } as const;

/** `data` of both, by name. */
export interface Place {
  readonly id: string;
  readonly name: string;
}
export const citiesByStates = defineCall({
  name: 'cities-by-states',
  wire: 'POST get/cities-by-states',
  access: 'look-up',
  as: 'read',
  body: { type: 'object', required: ['states'], properties: { states: { ...names, title: 'States' } } },
  data: dataOf<readonly Place[]>(),
  reply: { type: 'object', properties: { data: { type: 'array' } } },
});
export const coursesByStreams = defineCall({
  name: 'courses-by-streams',
  wire: 'POST get/courses-by-streams',
  access: 'look-up',
  as: 'read',
  body: { type: 'object', required: ['streams'], properties: { streams: { ...names, title: 'Streams' } } },
  data: dataOf<readonly Place[]>(),
  reply: { type: 'object', properties: { data: { type: 'array' } } },
});
