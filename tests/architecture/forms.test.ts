import { describe, expect, it } from 'vitest';
import { readSources } from './imports';

const files = readSources(['src/custom', 'src/resources', 'src/ui']);
type Exceptions = readonly (readonly [place: string, why: string])[];

/** Files or folders that may have a form element of their own, and why. */
const withElement: Exceptions = [
  ['src/custom/dialer-desk/number-pad.tsx', 'one number, typed or pressed on a keypad; it is dialled and not stored'],
  ['src/custom/sign-in/', 'the first page of all: react-hook-form is left out of it'],
  ['src/custom/wa-client/template-picker.tsx', 'react-hook-form alone: its frame has neither refine nor antd'],
  ['src/resources/list/filter-editor.tsx', 'a filter: applied to the address of the list and not stored'],
  ['src/ui/leads/call-action/call-action-form.tsx', 'its hook checks what the stage requires and saves'],
];
/** Files or folders that may keep the typed values in their own state and have a button that sends them, and why. */
const withState: Exceptions = [
  ['src/custom/chatbot/chat-input.tsx', 'a chat line'],
  ['src/custom/chatbot/chat-sidebar.tsx', 'a search box'],
  ['src/custom/dashboard/layout-editor.tsx', 'an order of cards that buttons change; nothing is typed'],
  ['src/custom/dialer-desk/number-pad.tsx', 'as above'],
  ['src/custom/sign-in/', 'as above'],
  ['src/custom/wa-client/client.tsx', 'a search box'],
  ['src/custom/wa-client/composer.tsx', 'a chat line'],
  ['src/resources/list/filter-editor.tsx', 'as above'],
  ['src/resources/detail/record-versions.tsx', 'chooses what is compared; nothing that is chosen is saved'],
];
/** Files that may have a Field component of their own, and why. */
const withField: Exceptions = [];

const ownElement = files.filter(({ path, text }) => path !== 'src/ui/forms/form-frame.tsx' && /<form\b/.test(text));
const ownState = files.filter(({ text }) => keepsValues(text) && /<Button\b|\bonOk=|\bokButtonProps=|type="submit"/i.test(text));
const ownField = files.filter(
  ({ path, text }) => !path.startsWith('src/ui/forms/') && /\bfunction Field\b|\bconst Field\b/.test(text),
);

/** A control's `onChange` writes to a `useState`, and no form of react-hook-form holds the file's values. */
function keepsValues(text: string): boolean {
  if (/\buseScreenForm\b|\buseRefineForm\b|'react-hook-form'/.test(text)) return false;
  const setters = [...text.matchAll(/const \[\w+, (\w+)\] = useState/g)].map(([, setter]) => setter);
  const changes = [...text.matchAll(/\bonChange=\{([^]*?)\}\s*(?:\/>|>|[a-z][\w-]*=)/gi)].map(([, change]) => change);
  return setters.some((setter) => changes.some((change) => change?.match(/\w+/g)?.includes(setter ?? '')));
}
const strangers = (found: typeof files, list: Exceptions): string[] =>
  found.map(({ path }) => path).filter((path) => !list.some(([place]) => path.startsWith(place)));

describe('hand-made forms', () => {
  it('have one frame: use FormFrame with useScreenForm from src/ui/forms', () => {
    expect(strangers(ownElement, withElement)).toEqual([]);
  });

  it('are held by react-hook-form: use useScreenForm from src/ui/forms instead of a useState for each field', () => {
    expect(strangers(ownState, withState)).toEqual([]);
  });

  it('have one field: use FormField or FieldFrame from src/ui/forms', () => {
    expect(strangers(ownField, withField)).toEqual([]);
  });

  it('grow by the class p-grows: autoSize of antd writes style attributes, which the policy blocks', () => {
    expect(files.filter(({ text }) => /\bautoSize\b/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('need every exception that is listed here', () => {
    const idle = (list: Exceptions, found: typeof files): string[] =>
      list.map(([place]) => place).filter((place) => !found.some(({ path }) => path.startsWith(place)));
    expect([...idle(withElement, ownElement), ...idle(withState, ownState), ...idle(withField, ownField)]).toEqual([]);
  });

  it('are found without a form element too, and a list with a search box is not taken for one', () => {
    const kept = "const [city, setCity] = useState('');";
    expect(keepsValues(`${kept} <Select value={city} onChange={setCity} />`)).toBe(true);
    expect(keepsValues(`${kept} <input value={city} onChange={({ target }) => {\n  setCity(target.value);\n}} id="c" />`)).toBe(
      true,
    );
    expect(keepsValues(`${kept} useScreenForm(); <Select value={city} onChange={setCity} />`)).toBe(false);
    expect(keepsValues(`${kept} <Button onClick={() => setCity('Pune')} />`)).toBe(false);
  });
});
