import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const mapCities = defineResource({
  name: 'map-cities',
  label: 'City mapping',
  menu: { group: 'Automation', under: 'Lead Generation', tab: 'Map cities', path: '/lead-generation/map-cities' },
  access: { code: 'Automtion_Workflow', route: 'signed-in', feature: 'lead_generation' },
  fields: {
    type: 'object',
    required: ['external_name', 'city_id'],
    additionalProperties: false,
    properties: {
      external_name: { type: 'string', title: 'City name in the source', minLength: 1, maxLength: 120 },
      city_id: { type: 'integer', title: 'City' },
      source_id: { type: 'string', title: 'Source' },
      status,
    },
  },
  refs: { city_id: 'cities', source_id: 'lead-sources' },
  unique: ['external_name'],
  columns: ['external_name', 'city_id', 'source_id', 'status'],
  filter: ['city_id', 'source_id', 'status'],
  sort: ['external_name', 'updated_at'],
  order: 'external_name',
  search: ['external_name'],
  ui: { status: { widget: 'switch' }, external_name: { help: 'As publishers and ad platforms spell it' } },
  wire: {
    list: 'GET lead-gen/map-cities',
    read: 'GET lead-gen/map-cities/{id}',
    create: 'POST lead-gen/map-cities',
    update: ['PUT lead-gen/map-cities/{id}', 'PUT lead-gen/map-cities@id'],
    delete: ['DELETE lead-gen/map-cities/{id}', 'DELETE lead-gen/map-cities?id'],
  },
  later: {
    page: 'incoming leads are not matched with these cities yet. Mappings you add are saved.',
  },
  examples: [{ external_name: 'Poona', city_id: '$cities' }],
});

export type MapCity = Row<typeof mapCities>;
