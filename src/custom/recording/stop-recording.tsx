import { useEffect, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { hasRecording, stopRecording, useRecordingStatus } from '../../providers/calls/recording';
import type { ShellPartProps } from '../../providers/screens/screens';
import { raiseTicketPath } from '../../ui/leads/raise-ticket-path';
import './recording.css';

/** Shown only during a screen recording; when it ends, the ticket's form opens again (D-075). */
export function StopRecording({ routes }: Pick<ShellPartProps, 'routes'>): ReactNode {
  const status = useRecordingStatus();
  const navigate = useNavigate();
  const there = routes.has('/help-support/list');
  useEffect(() => {
    if (status === 'stopped' && there && hasRecording()) void navigate(raiseTicketPath);
  }, [status, there, navigate]);
  if (status !== 'recording') return null;
  return (
    <button type="button" className="p-stop-recording" onClick={stopRecording}>
      <span aria-hidden="true" /> Stop Recording
    </button>
  );
}
