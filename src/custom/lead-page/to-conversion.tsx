import type { ReactNode } from 'react';
import { Navigate } from 'react-router';

export default function ToConversion(): ReactNode {
  return <Navigate to="conversion" relative="path" replace />;
}
