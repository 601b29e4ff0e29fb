import { specOf, type Access } from './access';

/** Who never sees orders sees no amounts either (D-022); `orders` is the access of the orders. */
export const seesAmounts = (orders: Access, role: number | undefined): boolean =>
  role !== undefined && !specOf(orders).except?.includes(role);
