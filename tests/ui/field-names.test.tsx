import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { widget as FieldNames } from '../../src/kinds/field-names/widget';
import { resourceNamed } from '../../src/schemas/kit/all';
import { leadStages } from '../../src/schemas/settings/lead-stages';
import { App } from './app-fixture';
import './browser-fixture';

vi.mock('../../src/providers/screens/use-resource', () => ({
  useResource: (name?: string) => (name ? { resource: withCustom(resourceNamed(name)) } : undefined),
}));
const withCustom = (resource: ReturnType<typeof resourceNamed>) => ({
  ...resource,
  fields: {
    ...resource.fields,
    properties: { ...resource.fields.properties, 'custom.hostel': { type: 'string', title: 'Hostel' } },
  },
});
afterEach(cleanup);

describe('names of fields', () => {
  it('are chosen by title, custom fields too, and a field that no longer exists can be removed', async () => {
    const told = vi.fn();
    render(
      <App>
        <FieldNames
          id="root_required_fields"
          at={{
            resource: leadStages,
            name: 'required_fields',
            path: 'required_fields',
            field: leadStages.fields.properties.required_fields,
          }}
          value={['email', 'gone_field']}
          record={{}}
          onChange={told}
        />
      </App>,
    );
    expect(screen.getByTitle('Email')).toBeTruthy();
    expect(screen.getByTitle('Gone field')).toBeTruthy();
    const box = screen.getByRole('combobox');
    fireEvent.mouseDown(box);
    fireEvent.change(box, { target: { value: 'hostel' } });
    fireEvent.click(await screen.findByTitle('Hostel'));
    expect(told).toHaveBeenLastCalledWith(['email', 'gone_field', 'hostel']);
    fireEvent.click(screen.getByTitle('Gone field').querySelector('.ant-select-selection-item-remove')!);
    expect(told).toHaveBeenLastCalledWith(['email']);
  });
});
