import { cleanHtml } from '../domain/clean-html';
import type { Hooks } from '../http/context';

type Row = Record<string, unknown>;
const field = 'body_html';
const cleaned = (values: Row): Row =>
  typeof values[field] === 'string' ? { ...values, [field]: cleanHtml(values[field]) } : values;

export const hooks: Hooks = {
  beforeCreate: async (draft) => cleaned(draft),
  beforeUpdate: async (patch) => cleaned(patch),
  present: async (rows) => rows.map(cleaned),
};
