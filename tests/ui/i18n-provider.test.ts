import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { i18nProvider } from '../../src/providers/i18n-provider';
import { sharedWords } from '../../src/providers/shared-words';

describe('the texts for refine', () => {
  it('fill in their values, and fall back to the caller’s text', () => {
    const { translate } = i18nProvider;
    expect(translate('notifications.createSuccess', { resource: 'City' })).toBe('City added');
    expect(translate('buttons.save', 'Store')).toBe('Save');
    expect(translate('no.such.key', 'Said by the caller')).toBe('Said by the caller');
    expect(translate('no.such.key', { name: 'Asha' }, 'Hello {{name}}{{missing}}')).toBe('Hello Asha');
    expect(translate('no.such.key')).toBe('no.such.key');
    expect(translate('cities.titles.nonsense', 'Fallback')).toBe('Fallback');
    expect([translate('constructor'), translate('cities.titles.constructor', 'Fallback')]).toEqual(['constructor', 'Fallback']);
  });

  it('have the keys that refine and its antd components use: none misspelt, none missing', () => {
    const texts = ['core', 'antd']
      .flatMap((part) =>
        readdirSync(`node_modules/@refinedev/${part}/src`, { recursive: true, encoding: 'utf8' })
          .filter((file) => /\.tsx?$/.test(file) && !/test|spec/.test(file))
          .map((file) => readFileSync(`node_modules/@refinedev/${part}/src/${file}`, 'utf8')),
      )
      .join('\n');
    const actions = /^(actions|buttons)\.(list|create|clone|edit|show)$/; // built from the name of the action
    const documented = new Set(['buttons.undo', 'buttons.import', 'table.actions']); // for screens written from the documentation
    const invented = Object.keys(sharedWords).filter(
      (key) => !actions.test(key) && !documented.has(key) && !texts.includes(`"${key}"`),
    );
    expect(invented).toEqual([]);
    const asked = [...texts.matchAll(/"((?:buttons|notifications|table)\.\w+|warnWhenUnsavedChanges)"/g)].map(([, key]) => key!);
    expect([...new Set(asked)].filter((key) => !(key in sharedWords))).toEqual([]);
  });

  it('are in one language, and any other is refused', async () => {
    expect(i18nProvider.getLocale()).toBe('en-IN');
    await expect(i18nProvider.changeLocale('en-IN')).resolves.toBeUndefined();
    await expect(i18nProvider.changeLocale('fr')).rejects.toThrow("Prospectus has no texts in 'fr'; its language is en-IN.");
  });
});
