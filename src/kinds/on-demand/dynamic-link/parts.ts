import type { Link } from '../../../schemas/kit/options';
import type { FieldAt } from '../../kind';

/** The field that chooses the resource. */
export const byAt = ({ resource }: FieldAt, { by }: Link): FieldAt => ({
  resource,
  name: by,
  path: by,
  field: resource.fields.properties[by] ?? {},
});

/** One control for both parts: `ui: { about: { with: 'about_id' } }`. */
export const showsBoth = ({ resource, name }: FieldAt, { by }: Link): boolean => resource.ui?.[by]?.with === name;
