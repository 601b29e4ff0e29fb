import { resourceNamed } from '../../src/schemas/kit/all';
import { presentRows } from '../catalogue/answers';
import { keyFrom } from '../catalogue/drafts';
import { updateRecord } from '../catalogue/update';
import { hooks } from '../hooks/applications';
import type { Handler, Handlers } from '../context/context';

const applications = resourceNamed('applications');

/** Staff sends in what it filled in for an applicant: the same step as in the record's form, with its rules (hooks/applications). */
const submit: Handler = async (context) => {
  const key = keyFrom(applications, context);
  const row = await updateRecord(applications, hooks, key, { values: { state: 'submitted' } }, context);
  return { message: 'Application submitted.', data: (await presentRows(applications, {}, [row], context, 'read'))[0]! };
};

export const handlers: Handlers = { 'applications.submit': submit };
