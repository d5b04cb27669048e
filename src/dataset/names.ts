function split(names: string): string[] {
  return names.split(' ')
}

// Each line has the names of one region, from western Europe to the Pacific.

export const firstNames = [
  'Anouk Bastian Camille Clara Élise Emil Florian Franziska Greta Jonas Julien Lotte Lukas Margaux Mathis Mirjam Noor Odile Saskia Thijs',
  'Aino Astrid Eero Einar Elsa Freya Ingrid Kaisa Linnea Liv Magnus Mikkel Nils Oskar Sigrid Solveig Torsten Tuva Viggo Ylva',
  'Álvaro Beatriz Bruna Carmen Chiara Dimitra Eleni Enzo Giulia Inês Lucia Marco Mateo Nikos Paloma Paolo Rafael Sofia Tomás Vasco',
  'Ágnes Andriy Bálint Dragan Ioana Iryna Ivana Katarzyna Luka Marek Mihai Milica Oksana Ondřej Petra Réka Stefan Svetlana Tomasz Zuzana',
  'Alex Callum Casey Declan Desmond Fiona Harper Hazel Imogen Jordan Maeve Morgan Owen Quinn Rhys Riley Rowan Skyler Tessa Wyatt',
  'Alejandro Andrés Camila Catalina Emiliano Facundo Iara Itzel Jimena Joaquín Lourdes Luan Marisol Renata Rodrigo Santiago Thiago Valentina Ximena Yara',
  'Abena Adaeze Ama Amara Aminata Chidi Efua Emeka Fatou Folake Ifeoma Kofi Kwame Mamadou Ngozi Olumide Sekou Tunde Yaw Zainab',
  'Achieng Ayanda Dawit Hana Juma Kagiso Kamau Lerato Mpho Naledi Neema Otieno Rudo Selam Sipho Tendai Tesfaye Thabo Wanjiru Zanele',
  'Amit Arash Dalia Darius Deniz Elif Emre Karim Leila Noa Noura Omar Parisa Rania Samir Shirin Tariq Yasmin Youssef Zeynep',
  'Aisha Ananya Anjali Arjun Bilal Dev Farah Imran Ishaan Kasun Kavya Lakshmi Meera Nimali Pema Priya Rohan Sanjay Tashi Vikram',
  'Ayumi Daichi Hao Haruto Hyun Jihoon Jun Keiko Kenji Lin Ling Mei Minji Ren Sakura Seoyeon Tao Wei Xiu Yuki',
  'Agus Aroha Budi Dewi Jovelyn Keanu Leilani Linh Malia Minh Moana Nattaya Putri Quang Ratana Sione Siti Somchai Tane Thuy',
].flatMap(split)

export const lastNames = [
  'Bakker Brandt Dubois Fischer Fontaine Gauthier Gruber Hoffmann Huber Jansen Keller Lefèvre Maes Moreau Müller Peeters Schneider Steiner Visser Weber',
  'Åkesson Andersson Berg Bergström Dahl Eklund Hansen Haugen Holm Jónsdóttir Korhonen Laine Larsen Lindqvist Lund Nieminen Nyström Ólafsson Solberg Virtanen',
  'Bianchi Carvalho Conti Costa Economou Ferreira García Georgiou López Marchetti Navarro Nikolaou Ortega Papadopoulos Ricci Romano Rossi Serrano Teixeira Vidal',
  'Bondarenko Dimitrov Horvat Horváth Ionescu Ivanova Jovanović Kovács Kowalski Novák Nowak Petrov Petrović Popescu Shevchenko Sokolova Svobodová Szabó Wójcik Zelenka',
  "Begaye Blake Bouchard Campbell Cardinal Ellison Foster Griffiths Harlow Hughes Murphy O'Connor Redfern Sinclair Sutton Thorne Tremblay Walsh Whitaker Yazzie",
  'Acosta Almeida Barbosa Castillo Delgado Fuentes Guzmán Herrera Ibarra Mamani Mendoza Nascimento Oliveira Pereira Quispe Ramírez Rocha Salazar Vargas Villanueva',
  'Adeyemi Asante Balogun Bello Boateng Danjuma Diallo Diop Eze Keita Koné Mensah Ndiaye Nwosu Okafor Okonkwo Osei Owusu Sow Traoré',
  'Abebe Banda Bekele Dlamini Dube Haile Khumalo Kimani Mokoena Moyo Mutua Mwangi Naidoo Ncube Njoroge Nkosi Odhiambo Phiri Tadesse Wambui',
  'Amrani Aydin Aziz Benali Bouzid Cohen Demir Farouk Haddad Hakimi Karimi Kaya Khoury Levi Mansour Nasser Rahimi Sahin Saleh Tehrani',
  'Banerjee Chandra Chaudhry Dorji Fernando Gunawardena Gurung Hossain Iyer Kapoor Khan Nair Patel Perera Rahman Reddy Sharma Siddiqui Singh Tamang',
  'Chen Choi Hayashi Huang Ito Jung Kim Kobayashi Lee Li Liu Mori Nakamura Park Sato Takahashi Tanaka Wang Watanabe Zhang',
  'Bautista Chaiyasit Cruz Ismail Kahananui Kealoha Lim Ngata Nguyen Pham Reyes Santos Santoso Siregar Suksawat Tan Tran Tuilagi Vo Wijaya',
].flatMap(split)
