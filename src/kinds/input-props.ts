import type { WidgetProps } from './kind-parts';

/** What every control gets: its id for the label, and what a screen reader is told of help and error. */
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
