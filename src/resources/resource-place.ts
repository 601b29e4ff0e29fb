import { pagesBesideRecords } from '../providers/router-provider';

interface ResourcePlace {
  readonly page: 'list' | 'new' | (typeof pagesBesideRecords)[number] | 'record' | 'edit';
  readonly id?: string;
}

/** The page of a resource at the rest of its address, which the router has decoded. */
export function placeOf(rest: string): ResourcePlace {
  const [id = '', verb] = rest.split('/').filter(Boolean);
  if (!id) return { page: 'list' };
  const beside = id === 'new' ? id : pagesBesideRecords.find((one) => one === id);
  if (beside) return { page: beside };
  return { page: verb === 'edit' ? 'edit' : 'record', id };
}
