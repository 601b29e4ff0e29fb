import type { JobKinds } from './context/running-job';
import { jobKinds as dialerRuleLeads } from './automation/dialer-rule-leads';
import { jobKinds as leadPost } from './automation/lead-post';
import { jobKinds as releaseLeads } from './automation/release-leads';
import { jobKinds as runEvent } from './automation/run-event';
import { jobKinds as runTimedRule } from './automation/run-timed-rule';
import { jobKinds as teamsPost } from './automation/teams-post';
import { jobKinds as workflowSteps } from './automation/workflow-steps';
import { jobKinds as bulkJob } from './bulk/bulk-job';
import { jobKinds as fillListJob } from './bulk/fill-list';
import { jobKinds as undoJob } from './bulk/undo-job';
import { jobKinds as campaignRun } from './campaigns/campaign-run';
import { jobKinds as simulatorReports } from './campaigns/simulator-reports';
import { jobKinds as templateReview } from './campaigns/template-review';
import { jobKinds as voiceCampaign } from './campaigns/voice-campaign';
import { jobKinds as whatsappDeliver } from './campaigns/whatsapp-deliver';
import { jobKinds as whatsappMedia } from './campaigns/whatsapp-media';
import { jobKinds as sendMessage } from './channels/send-message';
import { jobKinds as callCosts } from './dialer/call-costs';
import { jobKinds as lineJobs } from './dialer/line-jobs';
import { jobKinds as recordings } from './dialer/recordings';
import { jobKinds as sandboxCalls } from './dialer/sandbox-calls';
import { jobKinds as exportJob } from './exports/export-job';
import { jobKinds as leadDryRun } from './imports/lead-dry-run';
import { jobKinds as leadImport } from './imports/lead-import';
import { jobKinds as leadUndo } from './imports/lead-undo';
import { jobKinds as resourceImport } from './imports/resource-import';
import { jobKinds as collegePush } from './lead-events/college-push';
import { jobKinds as meetingLink } from './lead-events/meeting-link';
import { jobKinds as newLeadMail } from './lead-events/new-lead-mail';
import { jobKinds as zohoPush } from './lead-events/zoho-push';
import { jobKinds as findSuspects } from './leads/find-suspects';
import { jobKinds as plannedMoves } from './calls/access-control/planned-move-job';
import { jobKinds as scheduledReports } from './calls/reports/schedule-job';

/** What every kind of job does, by file: a new file is a line here (tests/architecture/lists). */
const kindFiles: readonly JobKinds[] = [
  dialerRuleLeads,
  leadPost,
  releaseLeads,
  runEvent,
  runTimedRule,
  teamsPost,
  workflowSteps,
  bulkJob,
  fillListJob,
  undoJob,
  campaignRun,
  simulatorReports,
  templateReview,
  voiceCampaign,
  whatsappDeliver,
  whatsappMedia,
  sendMessage,
  callCosts,
  lineJobs,
  recordings,
  sandboxCalls,
  exportJob,
  leadDryRun,
  leadImport,
  leadUndo,
  resourceImport,
  collegePush,
  meetingLink,
  newLeadMail,
  zohoPush,
  findSuspects,
  plannedMoves,
  scheduledReports,
];

/** By the kind's name; throws when two files claim one. */
export function collectJobKinds(): JobKinds {
  const all: Record<string, JobKinds[string]> = {};
  for (const [name, runner] of kindFiles.flatMap((kinds) => Object.entries(kinds))) {
    if (all[name]) throw new Error(`the job kind '${name}' is already taken`);
    all[name] = runner;
  }
  return all;
}
