/** First names by region. Generated users have names from all regions. */
export const firstNamesByRegion = {
  'western Europe':
    'Anouk Bastian Camille Clara Élise Emil Florian Franziska Greta Jonas Julien Lotte Lukas Margaux Mathis Mirjam Noor Odile Saskia Thijs',
  'northern Europe':
    'Aino Astrid Eero Einar Elsa Freya Ingrid Kaisa Linnea Liv Magnus Mikkel Nils Oskar Sigrid Solveig Torsten Tuva Viggo Ylva',
  'southern Europe':
    'Álvaro Beatriz Bruna Carmen Chiara Dimitra Eleni Enzo Giulia Inês Lucia Marco Mateo Nikos Paloma Paolo Rafael Sofia Tomás Vasco',
  'eastern Europe':
    'Ágnes Andriy Bálint Dragan Ioana Iryna Ivana Katarzyna Luka Marek Mihai Milica Oksana Ondřej Petra Réka Stefan Svetlana Tomasz Zuzana',
  'British Isles and North America':
    'Alex Callum Casey Declan Desmond Fiona Harper Hazel Imogen Jordan Maeve Morgan Owen Quinn Rhys Riley Rowan Skyler Tessa Wyatt',
  'Latin America':
    'Alejandro Andrés Camila Catalina Emiliano Facundo Iara Itzel Jimena Joaquín Lourdes Luan Marisol Renata Rodrigo Santiago Thiago Valentina Ximena Yara',
  'western Africa':
    'Abena Adaeze Ama Amara Aminata Chidi Efua Emeka Fatou Folake Ifeoma Kofi Kwame Mamadou Ngozi Olumide Sekou Tunde Yaw Zainab',
  'eastern and southern Africa':
    'Achieng Ayanda Dawit Hana Juma Kagiso Kamau Lerato Mpho Naledi Neema Otieno Rudo Selam Sipho Tendai Tesfaye Thabo Wanjiru Zanele',
  'Middle East and northern Africa':
    'Amit Arash Dalia Darius Deniz Elif Emre Karim Leila Noa Noura Omar Parisa Rania Samir Shirin Tariq Yasmin Youssef Zeynep',
  'south Asia':
    'Aisha Ananya Anjali Arjun Bilal Dev Farah Imran Ishaan Kasun Kavya Lakshmi Meera Nimali Pema Priya Rohan Sanjay Tashi Vikram',
  'east Asia':
    'Ayumi Daichi Hao Haruto Hyun Jihoon Jun Keiko Kenji Lin Ling Mei Minji Ren Sakura Seoyeon Tao Wei Xiu Yuki',
  'southeast Asia and the Pacific':
    'Agus Aroha Budi Dewi Jovelyn Keanu Leilani Linh Malia Minh Moana Nattaya Putri Quang Ratana Sione Siti Somchai Tane Thuy',
} as const

export const lastNamesByRegion = {
  'western Europe':
    'Bakker Brandt Dubois Fischer Fontaine Gauthier Gruber Hoffmann Huber Jansen Keller Lefèvre Maes Moreau Müller Peeters Schneider Steiner Visser Weber',
  'northern Europe':
    'Åkesson Andersson Berg Bergström Dahl Eklund Hansen Haugen Holm Jónsdóttir Korhonen Laine Larsen Lindqvist Lund Nieminen Nyström Ólafsson Solberg Virtanen',
  'southern Europe':
    'Bianchi Carvalho Conti Costa Economou Ferreira García Georgiou López Marchetti Navarro Nikolaou Ortega Papadopoulos Ricci Romano Rossi Serrano Teixeira Vidal',
  'eastern Europe':
    'Bondarenko Dimitrov Horvat Horváth Ionescu Ivanova Jovanović Kovács Kowalski Novák Nowak Petrov Petrović Popescu Shevchenko Sokolova Svobodová Szabó Wójcik Zelenka',
  'British Isles and North America':
    "Begaye Blake Bouchard Campbell Cardinal Ellison Foster Griffiths Harlow Hughes Murphy O'Connor Redfern Sinclair Sutton Thorne Tremblay Walsh Whitaker Yazzie",
  'Latin America':
    'Acosta Almeida Barbosa Castillo Delgado Fuentes Guzmán Herrera Ibarra Mamani Mendoza Nascimento Oliveira Pereira Quispe Ramírez Rocha Salazar Vargas Villanueva',
  'western Africa':
    'Adeyemi Asante Balogun Bello Boateng Danjuma Diallo Diop Eze Keita Koné Mensah Ndiaye Nwosu Okafor Okonkwo Osei Owusu Sow Traoré',
  'eastern and southern Africa':
    'Abebe Banda Bekele Dlamini Dube Haile Khumalo Kimani Mokoena Moyo Mutua Mwangi Naidoo Ncube Njoroge Nkosi Odhiambo Phiri Tadesse Wambui',
  'Middle East and northern Africa':
    'Amrani Aydin Aziz Benali Bouzid Cohen Demir Farouk Haddad Hakimi Karimi Kaya Khoury Levi Mansour Nasser Rahimi Sahin Saleh Tehrani',
  'south Asia':
    'Banerjee Chandra Chaudhry Dorji Fernando Gunawardena Gurung Hossain Iyer Kapoor Khan Nair Patel Perera Rahman Reddy Sharma Siddiqui Singh Tamang',
  'east Asia':
    'Chen Choi Hayashi Huang Ito Jung Kim Kobayashi Lee Li Liu Mori Nakamura Park Sato Takahashi Tanaka Wang Watanabe Zhang',
  'southeast Asia and the Pacific':
    'Bautista Chaiyasit Cruz Ismail Kahananui Kealoha Lim Ngata Nguyen Pham Reyes Santos Santoso Siregar Suksawat Tan Tran Tuilagi Vo Wijaya',
} as const

export function namesIn(byRegion: Readonly<Record<string, string>>): string[] {
  return Object.values(byRegion).flatMap((names) => names.split(' '))
}
