import { defineResource, type Row } from '../kit/resource';

/** The stored file of a provider's media id. */
export const whatsappMedia = defineResource({
  name: 'whatsapp-media',
  label: 'WhatsApp file',
  plural: 'WhatsApp files',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['media_id', 'file'],
    additionalProperties: false,
    properties: {
      media_id: { type: 'string', maxLength: 100 },
      file: { type: 'string', maxLength: 200 },
      mime: { type: 'string', maxLength: 100 },
      name: { type: 'string', maxLength: 200 },
    },
  },
  filter: ['media_id'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type WhatsappMedium = Row<typeof whatsappMedia>;
