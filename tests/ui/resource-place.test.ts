import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { placeOf } from '../../src/resources/resource-place';

const at = (address: string): unknown => placeOf(matchRoutes([{ path: '/config/courses/*' }], address)!.at(-1)!.params['*']!);

it('finds the page of a resource in its address, whatever the record is called', () => {
  expect(at('/config/courses')).toEqual({ page: 'list' });
  expect(at('/config/courses/new')).toEqual({ page: 'new' });
  expect(at('/config/courses/import')).toEqual({ page: 'import' });
  expect(at('/config/courses/7/edit')).toEqual({ page: 'edit', id: '7' });
  expect(at('/config/courses/%25')).toEqual({ page: 'record', id: '%' });
  expect(at('/config/courses/100%2525/edit')).toEqual({ page: 'edit', id: '100%25' });
});
