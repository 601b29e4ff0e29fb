import { describe, expect, it } from 'vitest';
import { placesUnder } from '../../src/custom/config-index/places';
import { screens } from '../../src/custom/config-index/screen';
import { abilityOf } from '../support/ability-of';
import { everyLevel, levelsOf, mayOpen, type Who } from '../../src/schemas/kit/access';
import { resourceNamed, resources } from '../../src/schemas/kit/all';

const admin: Who = { role: 1, type: 'org', levels: levelsOf(everyLevel()) };
const settings: Who = { role: 2, type: 'org', levels: levelsOf([{ code: 'Setting_Configuration', level: [1, 6] }]) };
const nobody: Who = { role: 4, type: 'org', levels: levelsOf([{ code: 'Setting_Configuration', level: [1, 2, 3, 4, 5] }]) };

describe('the settings index', () => {
  it('lists what the user may open, by title', () => {
    const titles = placesUnder(resources, 'Configuration', abilityOf(admin, resources)).map(({ title }) => title);
    expect(titles).toEqual([...titles].sort((a, b) => a.localeCompare(b, 'en')));
    expect(titles).toEqual(expect.arrayContaining(['Cities', 'Countries', 'Lead stages', 'Outbox', 'Streams']));
    const less = placesUnder(resources, 'Configuration', abilityOf(settings, resources)).map(({ title }) => title);
    expect(less).toContain('Lead stages');
    expect(less).not.toContain('Outbox'); // only role 1
    expect(placesUnder(resources, 'Configuration', abilityOf(nobody, resources))).toEqual([]);
  });

  it('ROUTE-054 opens only with Setting_Configuration at level 6', () => {
    const [screen] = screens;
    expect(screen.path).toBe('/config');
    const { access } = resourceNamed(screen.access.of);
    expect([settings, nobody, null].map((who) => mayOpen(who, access))).toEqual([true, false, false]);
  });
});
