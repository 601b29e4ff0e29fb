/** How a field is edited and shown, beyond what its schema says. */
export interface FieldUi {
  readonly widget?:
    | 'textarea'
    | 'switch'
    | 'color'
    | 'password'
    | 'phone'
    | 'default'
    | 'time'
    | 'radio'
    | 'hidden'
    | 'json'
    | 'questions';
  /** The field whose control edits and shows this one too: it has none of its own. */
  readonly with?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly help?: string;
  readonly placeholder?: string;
  readonly width?: number;
}
