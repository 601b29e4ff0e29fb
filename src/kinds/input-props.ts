import type { WidgetProps } from './kind-parts';

/** The properties of every control: its id for the label, and the ids of help and error for screen readers. */
export function inputProps({ id, disabled, required, invalid, describedBy, placeholder }: WidgetProps) {
  return {
    id,
    name: id,
    disabled: disabled ?? false,
    placeholder,
    'aria-required': required ? (true as const) : undefined,
    'aria-invalid': invalid ? (true as const) : undefined,
    'aria-describedby': describedBy,
    status: invalid ? ('error' as const) : ('' as const),
    autoComplete: 'off',
  };
}
export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
