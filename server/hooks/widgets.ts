import type { Hooks } from '../http/context';

export const hooks: Hooks = {
  present: async (rows, { services }) =>
    rows.map((row) => ({
      ...row,
      embed_code: `<script async src="${services.config.publicUrl}/api/widgets/${String(row['id'])}.js"></script>`,
    })),
};
