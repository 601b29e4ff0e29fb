/** What the demo tenants send: names, texts and figures of an Indian admissions season. */
export const smsTexts = `
Enquiry received|Hi {{name}}, thank you for your interest in {{course}}. Our counsellor will call you within 30 minutes. {{college}}|service_implicit
Counselling slot|Hi {{name}}, your counselling session is on {{date}} at {{time}}. Reply CALL to change it. {{college}}|transactional
Form half filled|{{name}}, your application for {{course}} is half way. Finish it today: {{link}} {{college}}|service_explicit
Last date|Applications for {{course}} close on {{date}}. Seats are filling fast. Apply: {{link}} {{college}}|promotional
Fee reminder|Dear {{name}}, the first instalment of Rs {{amount}} is due on {{date}}. Pay: {{link}} {{college}}|transactional
Scholarship test|Up to 50% scholarship on {{course}}. Test on {{date}}, 11 AM. Register: {{link}} {{college}}|promotional
Missed call|Hi {{name}}, we tried to reach you. Call us back on {{phone}}, 9 AM to 8 PM. {{college}}|service_implicit
Documents pending|{{name}}, please upload your 12th marksheet and photo to complete admission: {{link}} {{college}}|transactional
`;
export const whatsappTexts = `
welcome_enquiry|UTILITY|en|APPROVED|Hi {{1}}, thank you for asking about {{2}}. I am {{3}} from Northstar Admissions and will help you choose.
counselling_confirmed|UTILITY|en|APPROVED|Your counselling session is confirmed for {{1}} at {{2}}. Join here: {{3}}
application_reminder|UTILITY|en|APPROVED|Hi {{1}}, your application for {{2}} is saved but not submitted. It takes five more minutes.
scholarship_result|MARKETING|en|APPROVED|Congratulations {{1}}! You qualify for a {{2}} scholarship at {{3}}. Talk to us before {{4}}.
campus_visit_invite|MARKETING|hi|PENDING|नमस्ते {{1}}, {{2}} में कैंपस विज़िट के लिए आपका स्वागत है। तारीख: {{3}}
fee_link|UTILITY|en|APPROVED|Dear {{1}}, pay the seat booking fee of Rs {{2}} here: {{3}}
login_code|AUTHENTICATION|en|APPROVED|{{1}} is your verification code. Do not share it.
placement_highlights|MARKETING|en|REJECTED|Guaranteed job with {{1}}! Join {{2}} today.
`;
export const emailTexts = `
Application open|Applications for 2027 are open|Admission|<h2>Hello {{name}},</h2><p>Applications for B.Tech, MBA and design are open. Early applicants get a fee waiver until 31 March.</p><p><a href="https://www.northstar.example/apply">Start my application</a></p>
Counselling follow-up|Your questions about admission|Counselling|<p>Dear {{name}},</p><p>thank you for talking to us. Attached are the fee structure and the placement report.</p>
Scholarship test|Win up to 50% scholarship|Scholarship|<h2>Scholarship test on Sunday</h2><p>60 minutes, online, free of charge. Bring your 12th roll number.</p>
Parents' webinar|A webinar for parents, Sunday 11 AM|Event|<p>Placements, hostels, safety and fees: ask our deans live on Sunday at 11 AM.</p>
Offer letter|Your offer letter|Admission|<p>Congratulations {{name}}, your provisional offer letter is ready. Please accept it within seven days.</p>
`;
export const pageNames = `
MBA 2027|mba-2027|google|MBA and PGDM admissions 2027
B.Tech 2027|btech-2027|google|B.Tech admissions 2027: AI, Data Science, Computer Science
Nursing in Kerala|nursing-kerala|facebook|B.Sc Nursing with hostel and stipend
Law entrance|law-entrance|google|BA LLB: entrance dates, fees and seats
Design open house|design-open-house|facebook|Open house of the design school
`;
export const voiceTexts = `
Counselling day invitation|Hindi|approved|Namaste, you are invited to the counselling day on Sunday|24
Form reminder|Hindi|approved|Your application form is waiting|18
Fee reminder|English|approved|A reminder of the first instalment|21
Scholarship test, Marathi|Marathi|approved|Scholarship test on Saturday at 11|27
Campus visit, Tamil|Tamil|pending|Invitation to the campus visit|30
Diwali greeting|Hindi|rejected|Festival greeting with an offer|33
`;
export const shortTargets = `
Application form|apply27|https://www.northstar.example/apply|1284
Brochure 2027|brochure|https://www.northstar.example/brochure.pdf|863
Scholarship test|test50|https://www.northstar.example/scholarship|412
Parents' webinar|webinar|https://www.northstar.example/webinar|97
Old campaign|monsoon26|https://www.northstar.example/monsoon|2210
`;
export const utmParts = `
google|cpc|btech-2027|/apply
google|cpc|mba-2027|/mba
facebook|paid_social|design-open-house|/design
instagram|paid_social|nursing-kerala|/nursing
whatsapp|broadcast|scholarship-test|/scholarship
newsletter|email|application-open|/apply
shiksha|publisher|btech-2027|/apply
`;
export const lines = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|'));
