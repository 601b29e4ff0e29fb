/** What happens to a lead, done otherwise: name, file, text to find, text to put, tests that turn red. `npm run prove:bugs -- leads`. */
const rules = 'src/schemas/kit/stage-rules.ts';
const callers = ['tests/leads/stage-callers.test.ts'];
export const leadBugs = [
  ['a stage that is switched off is set', rules, 'if (!to || to.status === 0)', 'if (!to)', callers],
  ['an enrolled lead gets another stage', rules, 'if (isEnrolled(lead))\n    return', 'if (false)\n    return', callers],
  ['any stage follows any', rules, '!from?.next_stage_ids?.length ||', 'true ||', callers],
  ['sub-stage rule off', rules, 'isEnrolledLead || Boolean(to?.sub_stage_required)', 'isEnrolledLead', callers],
  ['a sub-stage of another stage', rules, 'one.name === subStage && one.status !== 0', 'one.name !== undefined', callers],
  ['a sub-stage that is switched off', rules, 'one.name === subStage && one.status !== 0', 'one.name === subStage', callers],
  ['follow-up rule off', rules, 'to.followup_required ? fault(', 'false ? fault(', callers],
  ['a follow-up may lie in the past', rules, 'return isPast(at, now) ?', 'return false ?', callers],
  ['a lock that the stage does not allow', rules, 'wish.lock && !to.is_allow_user_lock_stage', 'false', callers],
  ['automation changes a locked stage', rules, 'wish.isAutomatic && lead.is_stage_mark_locked === 1', 'false', callers],
  ['a person cannot change a locked stage', rules, 'wish.isAutomatic && lead.is', 'lead.is', callers],
  ['lead fields are not asked', rules, '.filter((field) => isEmpty(', '.filter((field) => false && isEmpty(', callers],
  [
    'automation is asked nothing',
    'server/leads/change-stage.ts',
    'if (faults.length > 0 || !to) return { faults };',
    'if ((faults.length > 0 && !by.automatic) || !to) return { faults };',
    callers,
  ],
  [
    'a second follow-up beside a pending one',
    'server/leads/change-stage.ts',
    'if (change.followUpAt && (await mustFinishFirst(acting, lead.id)))',
    'if (false)',
    callers,
  ],
  [
    'a rule acts in the name of who saved',
    'server/leads/acting.ts',
    '{ ...by, userId: null, automatic }',
    '{ ...by, automatic }',
    callers,
  ],
  ['the audit names who saved for what a rule did', 'server/leads/acting.ts', "await name('', nameOf(own)!);", '', callers],
  [
    'a rule sets off rules',
    'server/leads/change-stage.ts',
    'if (!by.automatic)\n    await leadEvent(',
    'await leadEvent(',
    ['tests/automation/rule-engine.test.ts', ...callers],
  ],
].map(([name, file, find, put, tests]) => ({ area: 'leads', name, file, find, put, tests }));
