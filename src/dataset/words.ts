/** The lists that the generated world is made from. They are ours, so that no other package's release changes it. */

export const firstNames = (
  'Ada Adrian Aisha Alejandro Amara Anders Anika Anton Ariel Astrid Beatriz Bela Bruno Camille Carmen Cedric Chidi ' +
  'Clara Cosmo Dagny Dalia Damian Daria Delphine Desmond Dilan Eamon Edith Elif Elio Emeka Enzo Esme Farah Felix ' +
  'Fiona Florian Freya Gideon Greta Hana Harriet Hugo Ida Ilse Imani Ines Ingrid Isla Ivan Jade Jasper Joaquin Jonas ' +
  'Juno Kai Karim Keiko Kofi Lars Leila Leo Linnea Luca Lucia Mabel Maeve Magnus Malik Marisol Mateo Mika Mina Mira ' +
  'Nadia Naoki Nia Nils Noor Odile Olga Omar Oscar Otto Paloma Pascal Petra Priya Quinn Rafael Ravi Renata Rhea Roman ' +
  'Rosa Ruth Samira Sanjay Selma Silas Simone Soren Stella Sven Talia Tamar Tariq Theo Tilda Tomas Uma Valentin Vera ' +
  'Viggo Wanda Wren Xenia Yara Yusuf Zelda Zoe'
).split(' ')

export const lastNames = (
  'Abara Acosta Adler Almeida Andersson Bauer Becker Bell Bergstrom Blake Bianchi Borg Brandt Brook Castillo Chandra ' +
  'Chen Cohen Costa Cruz Dahl Danso Delgado Diaz Dubois Eklund Ellis Engel Falk Farouk Ferrari Fischer Flores Fontaine ' +
  'Foster Frost Garcia Gauthier Georgiou Grant Gruber Haddad Hansen Hart Hayashi Holm Horvat Hughes Ibrahim Ito ' +
  'Ivanova Jansen Jensen Kapoor Kaya Keller Khan Kim Kovacs Kowalski Larsen Laurent Lehmann Lindqvist Lopez Lund ' +
  'Marchetti Martin Mbeki Medina Mendes Meyer Mori Morales Moreau Murphy Nakamura Ndiaye Nguyen Nilsson Novak Nyberg ' +
  'Okafor Olsen Ortega Park Patel Pereira Petrov Pohl Popescu Quist Ramos Reyes Ricci Rivera Rossi Roth Ruiz Sahin ' +
  'Santos Sato Schmidt Silva Singh Sokolov Stone Tanaka Thorne Torres Ueda Vance Vargas Virtanen Vogel Wagner Walsh ' +
  'Weber West Winter Wolf Yamada Yilmaz Young Zhang Ziegler'
).split(' ')

/** The convention's departments: a fixed set, with the same id and name wherever one appears. */
export const departments = [
  { id: '1', name: 'Registration' },
  { id: '2', name: 'HR' },
  { id: '3', name: 'Information Technology' },
  { id: '4', name: 'Security' },
  { id: '5', name: 'Art Show' },
  { id: '6', name: 'Dealers Den' },
  { id: '7', name: 'Programming' },
  { id: '8', name: 'Stage Crew' },
  { id: '9', name: 'Hospitality' },
  { id: '10', name: 'First Aid' },
  { id: '11', name: 'Logistics' },
  { id: '12', name: 'Gaming' },
  { id: '13', name: 'Photography' },
  { id: '14', name: 'Accessibility' },
  { id: '15', name: 'Charity' },
  { id: '16', name: 'Publications' },
] as const

export const weekdays = ['Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday'] as const

/** The questions that the convention asks its volunteers. */
export const questions = {
  days: 'Volunteer Days',
  hours: 'Available Hours',
  formalName: 'Formal Name',
  monthsBefore: 'Are you available to help out in the months before the con?',
  experience: 'Tell us about your experience with conventions',
  shirt: 'Shirt Size',
} as const

export const shirtSizes = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL'] as const

export const experiences = [
  'This would be my first convention on the other side of the desk.',
  'Two years at the front desk, one at the info point.',
  'I have run a small game room before and know my way around a spreadsheet.',
  'Stage hand for a community theatre; happy to carry things.',
  'First-aid certificate, valid until next spring.',
  'I speak three languages and do not mind the early shift.',
  'Photographer. I own my equipment.',
  'Long-time attendee, would like to give something back.',
] as const

export const roleAreas = (
  'registration hr it security art-show dealers-den programming stage hospitality first-aid logistics gaming ' +
  'photography accessibility charity publications lounge parade guest-relations press info-desk karaoke workshop ' +
  'masquerade dance film library lost-and-found parking treasury'
).split(' ')

export const roleDuties = (
  'lead staff crew volunteer trainee on-call deputy-lead setup teardown night-shift early-shift keyholder cash-handler ' +
  'radio-holder interpreter driver first-responder scheduler buyer runner floor-walker checker editor viewer approver ' +
  'alumni board-liaison contractor observer'
).split(' ')
