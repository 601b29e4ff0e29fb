import { describe, expect, it } from 'vitest';
import { withField } from '../../src/custom/automation-pages/insert-field';

describe('a lead field that is inserted into a template', () => {
  it('replaces what is selected, with its text for leads without a value', () => {
    const draft = { body: 'Dear XX, hello' };
    expect(withField('sms', draft, 'body', { field: 'name', fallback: ' there ' }, [5, 7])).toEqual({
      text: 'Dear {{name|there}}, hello',
      caret: 19,
      beside: {},
    });
    expect(withField('email', {}, 'body_html', { field: 'city', fallback: '' }, [Infinity, Infinity]).text).toBe('{{city}}');
  });

  it('is counted on for WhatsApp, which keeps what each placeholder means apart', () => {
    const first = { placeholder: '{{1}}', field: 'city' };
    const draft = { template_body: 'Hi {{1}}, ', variables: [first] };
    expect(withField('whatsapp', draft, 'template_body', { field: 'name', fallback: 'there' }, [10, 10])).toEqual({
      text: 'Hi {{1}}, {{2}}',
      caret: 15,
      beside: { variables: [first, { placeholder: '{{2}}', field: 'name', fallback: 'there' }] },
    });
  });
});
