import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useCall } from '../../providers/calls/use-call';
import { useSession } from '../../providers/session/session';
import { leadUploadStatus } from '../../schemas/calls/lead-uploads';
import { Icon } from '../../ui/marks/icon';
import { PageFrame } from '../../ui/page/page-frame';
import { FileStep } from './file-step';
import { JobView } from './job-view';
import { MapStep } from './map-step';
import { RulesStep } from './rules-step';
import './upload.css';
import { useUpload, type Step } from './use-upload';

const steps: { step: Step; text: string }[] = [
  { step: 'file', text: 'File' },
  { step: 'map', text: 'Map' },
  { step: 'rules', text: 'Rules' },
  { step: 'check', text: 'Dry run' },
  { step: 'run', text: 'Run' },
];

/** /upload-csv-lead: imports leads from a CSV file in five steps. */
export default function UploadPage(): ReactNode {
  const upload = useUpload();
  const { draft, jobId } = upload;
  const entityName = useSession()?.persisted.tenant.entity_name ?? 'College';
  const dry = useCall(leadUploadStatus, { job_id: jobId ?? '' }, { enabled: jobId !== undefined }).data?.dry_run;
  const at: Step = jobId ? (dry === false ? 'run' : 'check') : draft ? upload.step : 'file';
  return (
    <PageFrame title="Upload Lead CSV" padded crumb={<Link to="/leads?type=all">Leads</Link>}>
      <div className="up">
        <Steps at={at} />
        {jobId ? (
          <JobView
            key={jobId}
            jobId={jobId}
            mayRun={draft !== undefined}
            busy={upload.busy}
            problem={upload.problem}
            fixes={draft?.rules.fixes ?? []}
            onFix={(fixes) => void upload.fix(fixes)}
            onRun={() => void upload.run()}
            onBack={() => upload.go('rules')}
            onAgain={upload.again}
          />
        ) : at === 'map' && draft ? (
          <MapStep
            preview={draft.preview}
            mapping={draft.mapping}
            onMapping={upload.setMapping}
            onBack={upload.again}
            onNext={() => upload.go('rules')}
          />
        ) : at === 'rules' && draft ? (
          <RulesStep
            rules={draft.rules}
            mapping={draft.mapping}
            labels={new Map(draft.preview.targets.map(({ target, label }) => [target, label]))}
            entityName={entityName}
            busy={upload.busy}
            problem={upload.problem}
            onRules={upload.setRules}
            onBack={() => upload.go('map')}
            onNext={() => void upload.check()}
          />
        ) : (
          <>
            {upload.problem ? (
              <p className="up-refused" role="alert">
                <Icon name="warning" size={14} /> {upload.problem}
              </p>
            ) : null}
            <FileStep busy={upload.busy} onFile={(file) => void upload.take(file)} />
          </>
        )}
      </div>
    </PageFrame>
  );
}

function Steps({ at }: { at: Step }): ReactNode {
  const place = steps.findIndex(({ step }) => step === at);
  return (
    <ol className="up-steps" aria-label="Steps">
      {steps.map(({ step, text }, index) => (
        <li
          key={step}
          className={index < place ? 'up-past-step' : index === place ? 'up-now' : undefined}
          aria-current={index === place ? 'step' : undefined}
        >
          <span className="up-dot">{index < place ? <Icon name="check" size={12} /> : index + 1}</span>
          {text}
        </li>
      ))}
    </ol>
  );
}
