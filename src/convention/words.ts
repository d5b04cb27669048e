function list(text: string): string[] {
  return text.split(', ')
}

/** The convention's departments. An id always has the same name. */
export const departments = list(
  'Registration, HR, Information Technology, Security, Art Show, Dealers Den, Programming, Stage Crew, ' +
    'Hospitality, First Aid, Logistics, Gaming, Photography, Accessibility, Charity, Publications, ' +
    'Guest Relations, Con Ops, Info Desk, Masquerade, Treasury, Volunteer Services',
).map((name, index) => ({ id: String(index + 1), name }))

export const questions = {
  days: 'Volunteer Days',
  hours: 'Available Hours',
  formalName: 'Formal Name',
  monthsBefore: 'Are you available to help out in the months before the con?',
  experience: 'Tell us about your experience with conventions',
  motivation: 'Why would you like to volunteer?',
  languages: 'Which languages do you speak?',
  conventions: 'How many conventions have you attended?',
  shirt: 'Shirt Size',
  notes: 'Is there anything else we should know?',
} as const

export const weekdays = list('Wednesday, Thursday, Friday, Saturday, Sunday, Monday')

export const shirtSizes = list('XS, S, M, L, XL, 2XL, 3XL')

export const languages = list(
  'Arabic, ASL, BSL, Dutch, English, French, German, Hindi, Italian, Japanese, Korean, Mandarin, Polish, ' +
    'Portuguese, Spanish, Swedish, Tagalog, Turkish, Ukrainian, Vietnamese',
)

export const placeholders = {
  area: list(
    'the registration desk, the art show, the dealers den, the info desk, the game room, the main stage, ' +
      'the con suite, the green room, the lost and found, the film room, the quiet room, ' +
      'the workshop area, the charity auction, the badge printer, the parade, the karaoke night, ' +
      'the panel rooms, the loading dock',
  ),
  event: list(
    'a board game library, a cosplay contest, a small film festival, a charity run, a street fair, ' +
      'a university open day, a puppet show, a library book sale, a tabletop weekend, a chess club, ' +
      'a craft market, a dance marathon, a robotics meet-up, a zine fair',
  ),
  job: list(
    'a nurse, a teacher, an electrician, a librarian, a bus driver, a software tester, a carpenter, ' +
      'a paramedic, a stage manager, a bookkeeper, a sign language interpreter, a pastry cook, ' +
      'a sound engineer, a warehouse lead, a graphic designer, a vet assistant',
  ),
  task: list(
    'checking badges, carrying boxes, running cables, hanging signs, answering questions, counting cash, ' +
      'folding shirts, building shelves, herding queues, labeling artwork, brewing coffee, ' +
      'taking photographs, writing schedules, calming people down',
  ),
  skill: list(
    'a first-aid certificate, a forklift license, a van and a driving license, a food hygiene card, ' +
      'a radio operator license, my own camera, a sewing kit and steady hands, a label printer, ' +
      'good knees and a loud voice, a background check from last spring',
  ),
  shift: list('early shifts, late shifts, night shifts, short shifts, setup shifts, teardown shifts'),
  day: weekdays,
  month: list('January, March, April, June, August, September, November'),
  thing: list('crowds, heights, ladders, strobe lights, peanuts, strong perfume, loud music, long stairs'),
} as const

/** Sentences that volunteers answer free-text questions with. One to three of them make an answer. */
export const sentences = {
  experience: [
    'After {{number}} years as an attendee, this would be my first time behind {{area}}.',
    'I helped at {{area}} for {{number}} years, mostly {{task}}.',
    'Last year I covered {{area}} on {{day}}, {{task}} and {{task}}.',
    'I ran {{event}} {{number}} times and know my way around a spreadsheet.',
    'By day I am {{job}}, so {{task}} comes naturally.',
    'I was {{job}} for {{number}} years.',
    'I bring {{skill}}, and {{number}} years at {{area}}.',
    'Most of my experience is in {{task}} and {{task}}.',
    'At {{event}} I spent the whole weekend {{task}}.',
    'I filled in at {{area}} when somebody was ill, and stayed for {{number}} hours.',
    'I trained {{number}} new people for {{area}}.',
    'I know {{area}} well, and {{task}} even better.',
    'Two of my friends staff {{area}}; one is {{job}}, like me.',
    'I organized {{event}} with {{number}} volunteers.',
    'I lent a hand with {{task}} at {{area}} in {{month}}.',
  ],
  motivation: [
    'After {{number}} years as an attendee of {{area}}, I would like to give something back.',
    'I want to see how {{area}} works from the inside, {{task}} included.',
    'I enjoy {{task}}, and as {{job}} I never get to do it.',
    'My partner is {{job}} and staffs {{area}}; we would like to share a weekend.',
    'I moved here in {{month}} and miss {{event}}.',
    'I miss {{event}}, where I was known for {{task}}.',
    'I work alone as {{job}} and look forward to a team at {{area}}.',
    'Somebody at {{area}} spent {{number}} minutes {{task}} for me once, and I have not forgotten it.',
    'I would like to learn {{task}} from the people of {{area}}.',
    'After {{event}} I know that I am happier {{task}}.',
    '{{area}} looks more fun than queueing for {{area}}.',
    'I train to be {{job}} and could use {{number}} hours of practice.',
  ],
  notes: [
    'I would rather not work near {{thing}} or {{thing}}.',
    'Please no {{shift}} on {{day}}.',
    'On {{day}} I prefer {{shift}}.',
    'I arrive on {{day}} at {{number}} and leave for {{event}} afterward.',
    'I have to leave {{area}} by {{number}} on {{day}}.',
    'I would like to stay away from {{thing}}, but do not mind {{thing}}.',
    'I come with {{skill}} and {{skill}}.',
    'I can also help with {{task}}, best in {{shift}}.',
    'I share a room with {{job}} from {{area}}.',
    'Please put me on {{area}} or {{area}} if you can.',
    'I use a wheelchair; {{area}} worked well for {{number}} years.',
    'I eat no meat and need a break after {{number}} hours of {{task}}.',
    'I can store {{number}} crates of {{area}} in my garage until {{month}}.',
  ],
} as const

/** The parts of a generated role name: `art-show` and `lead` make `art-show-lead`. */
export const roleAreas = list(
  'accessibility, art-show, charity, con-ops, dance, dealers-den, film-room, first-aid, gaming, ' +
    'guest-relations, hospitality, hr, info-desk, it, karaoke, library, logistics, lost-and-found, ' +
    'masquerade, merchandise, parade, parking, photography, press, programming, publications, ' +
    'registration, security, shuttle, signage, stage, streaming, treasury, volunteer-services, workshops',
)

export const roleDuties = list(
  'lead, deputy-lead, assistant-lead, staff, crew, floater, trainee, mentor, coordinator, scheduler, ' +
    'on-call, setup, teardown, early-shift, late-shift, night-shift, weekend, keyholder, radio-holder, ' +
    'approver, editor, viewer, briefed, alumni, applicants, waitlist, reserve, keycard, planning',
)
