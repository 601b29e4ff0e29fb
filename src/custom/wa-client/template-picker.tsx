import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { chatTemplates } from '../../schemas/calls/whatsapp-chats';
import { messageOf } from '../../ui/page/states';
import { useChatCall } from './chat-calls';
import type { ChatSession } from './chat-session';

interface Filled {
  readonly template_id: string;
  /** By the placeholder's number less one. */
  readonly params: readonly string[];
}

/** An approved template and the values of its placeholders; react-hook-form alone, because this frame has no refine or antd. */
export function TemplatePicker({
  who,
  busy,
  onSend,
  onClose,
}: {
  who: ChatSession;
  busy: boolean;
  onSend: (template: { template_id: string; params: readonly string[] }) => void;
  onClose?: () => void;
}): ReactNode {
  const { data: templates, error } = useChatCall(who, chatTemplates, {});
  const { control, register, setValue, handleSubmit } = useForm<Filled>({ defaultValues: { template_id: '', params: [] } });
  const chosen = useWatch({ control, name: 'template_id' });
  const params = useWatch({ control, name: 'params' });
  const template = templates?.find(({ id }) => id === chosen);
  const places = template ? placesOf(template.template_body) : [];
  const preview = places.reduce(
    (text, place) => text.replaceAll(markOf(place), () => params[place - 1] || `{{${place}}}`),
    template?.template_body ?? '',
  );
  return (
    <form
      className="p-wa-templates"
      onSubmit={(event) =>
        void handleSubmit((filled) => {
          if (template) onSend({ template_id: template.id, params: valuesOf(places, filled.params) });
        })(event)
      }
    >
      <label>
        <span>Template</span>
        <select {...register('template_id', { onChange: () => setValue('params', []) })} disabled={!templates?.length}>
          <option value="">{templates?.length === 0 ? 'No template is approved yet' : 'Choose a template'}</option>
          {templates?.map((one) => (
            <option key={one.id} value={one.id}>
              {one.template_name} ({one.language})
            </option>
          ))}
        </select>
      </label>
      {places.map((place) => (
        <label key={`${chosen}-${place}`}>
          <span>{`Value {{${place}}}`}</span>
          <input {...register(`params.${place - 1}`)} placeholder={template?.sample_values?.[place - 1]} maxLength={1000} />
        </label>
      ))}
      {template ? <p className="p-wa-preview">{preview}</p> : null}
      {error && !templates ? <p role="alert">{messageOf(error)}</p> : null}
      <div className="p-wa-actions">
        {onClose ? (
          <button type="button" className="p-button p-quiet-button" onClick={onClose}>
            Cancel
          </button>
        ) : null}
        <button className="p-button" disabled={busy || !template || places.some((place) => !params[place - 1]?.trim())}>
          Send template
        </button>
      </div>
    </form>
  );
}

/** The numbers of the placeholders, as the server fills them in. */
const placesOf = (text: string): number[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\d{1,2})\s*\}\}/g)].map(([, place]) => Number(place)))].sort((a, b) => a - b);
const markOf = (place: number): RegExp => new RegExp(`\\{\\{\\s*${place}\\s*\\}\\}`, 'g');
const valuesOf = (places: readonly number[], values: Readonly<Record<number, string>>): string[] =>
  Array.from({ length: places.at(-1) ?? 0 }, (_, at) => values[at] ?? '');
