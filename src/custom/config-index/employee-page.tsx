import type { ReactNode } from 'react';
import { ConfigIndex } from './config-index';

/** Shifts, holidays and leave types (D-012: everyone can read them). */
export default function EmployeeConfiguration(): ReactNode {
  return <ConfigIndex entry="Employee configuration" />;
}
