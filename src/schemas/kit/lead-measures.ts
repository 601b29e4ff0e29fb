import { cost, count, percent, type Measure } from './measure-kinds';

/** Of leads by a date of their own, of the colleges they chose, and of what campaigns cost. */
export const leadMeasures = {
  N1: count('Leads', 'leads', 'Different leads whose chosen date (created, assigned, or last act) is in the range.'),
  N2: count('Average dials', 'leads', 'Dial attempts per lead, on average.'),
  N3: count('Connected once', 'leads', 'Leads that were talked to on the phone at least once.'),
  N4: percent('Connected at least once', 'leads', 'Leads that were talked to on the phone at least once, of all these leads.'),
  N5: {
    label: 'Days since last act',
    definition: 'Days since the last act on the lead, of the leads that had one: half of them waited for less.',
    unit: 'days',
    opens: 'leads',
    lessIsBetter: true,
  },
  N6: count('Enrolled of these', 'leads', 'Leads of these that have enrolled since.'),
  N7: percent('Conversion %', 'leads', 'Leads that have enrolled since, of all these leads.'),

  K1: count('Shortlisted', 'leads', "Different leads that shortlisted it. Credited to the lead's owner."),
  K2: {
    ...count('Not interested', 'leads', "Different leads that said they are not interested in it. Credited to the lead's owner."),
    lessIsBetter: true,
  },
  K3: {
    label: 'Top reason',
    definition: 'The reason that leads gave most often for not being interested.',
    unit: 'text',
    opens: 'leads',
  },
  K4: count('Re-enquired', 'leads', "Different leads that enquired again, for this one. Credited to the lead's owner."),
  K5: count('First choice', 'leads', "New leads that have it as their own choice. Credited to the lead's owner."),
  K6: count('Pushed', 'leads', 'Different leads that the lead push sent to it.'),
  K7: count('Accepted', 'leads', 'Pushed leads that it accepted.'),
  K8: { ...count('Rejected', 'leads', 'Pushed leads that it rejected, duplicates among them.'), lessIsBetter: true },
  K9: {
    ...count(
      'Lead target',
      'colleges',
      'Its monthly lead target. Of a month that is only partly in the range, that part of the days.',
    ),
    ifAny: true,
  },
  K10: {
    ...percent('% of target', 'leads', 'New leads, first choice or not, of its lead target.'),
    ifAny: true,
  },

  M1: cost('Spend', 'What the campaigns cost, by the uploaded costs.'),
  M2: { ...count('Clicks', 'campaign-costs', 'Clicks on the ads, by the uploaded costs.'), ifAny: true },
  M3: cost('Cost per lead', 'Spend per new lead.'),
  M4: cost('Cost per application', 'Spend per lead with a submitted application.'),
  M5: cost('Cost per enrolment', 'Spend per enrolled lead.'),
} as const satisfies Readonly<Record<string, Measure>>;
