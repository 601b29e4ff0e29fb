import type { FieldAt } from '../../kind';

/** The field that goes `with` the questions: the order and appearance of their controls (rjsf's uiSchema). */
export const lookFieldOf = ({ resource, name }: FieldAt): string | undefined =>
  Object.entries(resource.ui ?? {}).find(([, ui]) => ui?.with === name)?.[0];
