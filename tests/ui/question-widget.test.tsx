import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { App } from './app-fixture';
import { afterEach, describe, expect, it } from 'vitest';
import { widget as Questions } from '../../src/kinds/on-demand/questions/widget';
import { forms } from '../../src/schemas/applications/forms';

afterEach(cleanup);

describe('the editor of questions', () => {
  it('treats keys that every object has like others: neither new nor already answered', () => {
    const keys = ['constructor', 'toString', '__proto__'];
    const properties = Object.fromEntries(keys.map((key) => [key, { type: 'string', title: `Title of ${key}` }]));
    const answers: unknown[] = [];
    render(
      <App>
        <Questions
          id="root_schema"
          at={{ resource: forms, name: 'schema', path: 'schema', field: {} }}
          value={{ type: 'object', properties }}
          record={{}}
          required
          onChange={() => undefined}
          inner={({ value }) => {
            answers.push(value);
            return null;
          }}
        />
      </App>,
    );
    expect(answers).toEqual(keys.map(() => undefined));
    for (const [index, key] of keys.entries()) {
      fireEvent.click(screen.getAllByRole('button', { name: /^\d\. ?Title of/ })[index]!);
      expect(document.body.textContent).toContain(`Key of the answer: ${key}`);
      expect(document.body.textContent).not.toContain('follows the label');
    }
  });
});
