import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordIn } from '../../src/schemas/kit/is-record';
import { freshStore, type TestStore } from '../support/database';
import { act, makeTenant, type Someone } from './act';

let store: TestStore;
let admin: Someone;
beforeAll(async () => {
  store = await freshStore();
  admin = await makeTenant(store, 'NORTH');
});
afterAll(() => store.close());

const create = (resource: string, body: Record<string, unknown>) => act(store, admin, resource, 'create', { body });

it('a second record with the same pair of values is refused with their labels, in lower case', async () => {
  const stream = await create('streams', { name: 'Design' });
  const course = await create('courses', { name: 'B.Des', stream_id: recordIn(stream.data)['id'] });
  const college = await create('colleges', { clg_name: 'Symbiosis' });
  const offer = { clg_id: recordIn(college.data)['clg_id'], course_id: recordIn(course.data)['id'] };
  await create('college-courses', offer);
  await expect(create('college-courses', offer)).rejects.toThrow(
    'A course of a college with this college and course already exists.',
  );
});

it('a field that the server fills is named by its label', async () => {
  await expect(create('short-urls', { target_url: 'https://a.example', title: 'A', clicks: 3 })).rejects.toMatchObject({
    errors: [{ path: 'clicks', message: 'Clicks is calculated and cannot be set' }],
  });
});
