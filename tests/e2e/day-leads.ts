import { writeFileSync } from 'node:fs';

/** Forty enquiries as a college's website exports them: names in three scripts; some without phone, email or city. */
const people = `
अनन्या शर्मा|9820000101|ananya@day.example|Pune
முருகன் செல்வம்|9820000102|murugan@day.example|Chennai
Aarav Kulkarni|9820000103||Nashik
Zoya Siddiqui||zoya@day.example|Lucknow
Harpreet Singh Gill|+91 98200 00105|harpreet@day.example|Amritsar
Lalrinpuii|9820000106||Aizawl
Mary D'Souza|9820000107|mary@day.example|
रोहित पाटील|9820000108||Kolhapur
Thangam Aravindan|9820000109|thangam@day.example|Madurai
O. V. Sreenivasan|9820000110|ov@day.example|Kochi
Debolina Mukhopadhyay|9820000111|debolina@day.example|Kolkata
Tenzin Wangchuk|9820000112||Leh
கவிதா ராமன்|9820000113||Salem
Sai Venkata Naga Lakshmi Prasanna Kumari|9820000114|prasanna@day.example|Guntur
Imtiaz Ali Khan||imtiaz@day.example|Bhopal
नेहा यादव|9820000116|neha@day.example|Kanpur
Bhavesh Patel|9820000117|bhavesh@day.example|Surat
Ruth Nongrum|9820000118|ruth@day.example|Shillong
Kiran|9820000119||Mysuru
Kiran Bedekar|9820000120|kiran@day.example|Thane
Prabhjot Kaur|9820000121||Ludhiana
Chitra Iyer-Menon|9820000122|chitra@day.example|Thrissur
செந்தில் குமார்||senthil@day.example|Trichy
Farida Bano|9820000124||
Yash Agrawal|9820000125|yash@day.example|Indore
Ishaan Rastogi|9820000126|ishaan@day.example|Agra
मीना देवी|9820000127||Patna
Jigme Bhutia|9820000128||Gangtok
Sunanda Sahoo|9820000129|sunanda@day.example|Cuttack
Anjali Nambiar|9820000130|anjali@day.example|Kannur
Dhruv Chauhan|9820000131||Dehradun
Shabana Shaikh|9820000132|shabana@day.example|Aurangabad
Pooja Rao|9820000133|pooja.r@day.example|Udupi
Pooja Rao|9820000134|pooja.rao@day.example|Hubballi
Nikhil Deshmukh|9820000135||Latur
Gurleen Sandhu||gurleen@day.example|
Vaishnavi Reddy|9820000137|vaishnavi@day.example|Warangal
Mohammed Rafi|9820000138||Hyderabad
Lakshmi|9820000139|lakshmi@day.example|Vellore
Zubin Mistry|9820000140|zubin@day.example|Mumbai
`
  .trim()
  .split('\n')
  .map((line) => line.split('|'));

export const names: readonly string[] = people.map(([name = '']) => name);

export function writeDayFile(path: string, owner: string): void {
  const rows = people.map(([name, phone, email, city]) => [name, phone, email, city, owner].join(','));
  writeFileSync(path, `${['Name,Phone,Email,City,Lead Owner', ...rows].join('\n')}\n`);
}

/** What the counsellor hears: forty outcomes in the order of the queue, about as often as on a real day. */
export interface Outcome {
  readonly stage: string;
  readonly sub: string;
  readonly pick?: string;
  readonly lock?: true;
  readonly comment?: string;
}
const ringing: Outcome = { stage: 'Not connected', sub: 'Ringing', pick: 'Tomorrow 11:00' };
const switchedOff: Outcome = { stage: 'Not connected', sub: 'Switched off', pick: '+3 d' };
const busy: Outcome = { stage: 'Not connected', sub: 'Busy', pick: '+1 h' };
const later: Outcome = { stage: 'Call back', sub: 'Evening slot', pick: '+1 h', comment: 'Asked for a call in the evening' };
const interested: Outcome = { stage: 'Interested', sub: 'Scholarship', pick: '+3 d', lock: true, comment: 'शुल्क और छात्रवृत्ति पूछी' };
const wrong: Outcome = { stage: 'Invalid', sub: 'Wrong number' };
const lost: Outcome = { stage: 'Not interested', sub: 'Joined elsewhere', comment: 'Joined a college near home' };
const enrolled: Outcome = { stage: 'Enrolled', sub: 'Seat confirmed', lock: true, comment: 'Paid at the counter' };
const usual = [ringing, ringing, busy, interested, ringing, later, switchedOff, wrong, ringing];
export const outcomes: readonly Outcome[] = [enrolled, lost, enrolled, lost].flatMap((rare) => [rare, ...usual]);
