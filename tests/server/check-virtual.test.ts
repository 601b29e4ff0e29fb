import { describe, expect, it } from 'vitest';
import { checkVirtual } from '../../server/catalogue/check-virtual';
import { hooksOf } from '../../server/hooks/all';
import { resources } from '../../src/schemas/kit/all';
import type { AnyResource } from '../../src/schemas/kit/resource';

describe('a virtual field', () => {
  const rooms: AnyResource = {
    name: 'rooms',
    label: 'Room',
    access: 'nobody',
    fields: { type: 'object', additionalProperties: false, properties: { guests: { type: 'integer' } } },
    virtual: ['guests'],
  };

  it('that people can enter and no hook keeps ends the start', () => {
    expect(() => checkVirtual([...resources, rooms], hooksOf)).toThrow(
      /^schema 'rooms', virtual: 'guests' can be entered, and no hook keeps it; add it to readOnly, or write/,
    );
    expect(() => checkVirtual([{ ...rooms, readOnly: ['guests'] }], hooksOf)).not.toThrow();
    expect(() => checkVirtual([rooms], () => ({ afterWrite: async () => {} }))).not.toThrow();
  });

  it('of every resource here is read-only or kept', () => {
    expect(() => checkVirtual(resources, hooksOf)).not.toThrow();
  });
});
