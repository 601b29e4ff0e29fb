import type { ReactNode } from 'react';
import { ConfigIndex } from './config-index';

/** Shifts, holidays, leave types: what the workforce goes by (D-012: readable to everybody). */
export default function EmployeeConfiguration(): ReactNode {
  return <ConfigIndex entry="Employee configuration" />;
}
