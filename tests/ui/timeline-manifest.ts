/** The resources that entries of the timeline link to: one whose page can be loaded, one whose page cannot. */
const streams = {
  name: 'streams',
  label: 'Stream',
  menu: { group: 'Setting', path: '/streams' },
  access: 'org',
};
export const manifest = [streams, { ...streams, name: 'follow-ups', label: 'Follow-up' }];
export const loadChunk = (name: string) =>
  name === 'streams'
    ? Promise.resolve({ resource: { ...streams, fields: { properties: {} }, wire: {} }, validate: () => [] })
    : Promise.reject(new Error('none here'));
