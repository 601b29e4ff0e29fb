import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { leadTab } from '../../schemas/kit/lead-page';

export default function ToConversion(): ReactNode {
  return <Navigate to={leadTab} relative="path" replace />;
}
