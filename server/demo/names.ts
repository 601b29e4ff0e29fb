/** Names as families of a region have them, with the state ids they mostly live in and how many of the leads they are. */
export interface Region {
  readonly share: number;
  readonly states: readonly number[];
  readonly girls: readonly string[];
  readonly boys: readonly string[];
  readonly families: readonly string[];
}
const region = (share: number, states: readonly number[], girls: string, boys: string, families: string): Region => ({
  share,
  states,
  girls: girls.split(', '),
  boys: boys.split(', '),
  families: families.split(', '),
});

export const regions: readonly Region[] = [
  region(
    26,
    [14, 14, 14, 6],
    'Sneha, Vaishnavi, Rutuja, Sakshi, Gauri, Mrunal, Tanvi, Pranali, Shruti, Aishwarya, Ketaki, Samruddhi, Manasi, Apurva',
    'Aarav, Nikhil, Rohan, Omkar, Atharva, Tejas, Yash, Prathamesh, Sahil, Shubham, Vedant, Aditya, Chinmay, Swapnil',
    'Kulkarni, Deshmukh, Patil, Jadhav, Shinde, Pawar, Joshi, Deshpande, Gaikwad, Suryawanshi, Bhosale, Chavan, Kale, More, Sawant, Kamble, Thorat',
  ),
  region(
    14,
    [26, 4, 13, 10, 5, 32, 27],
    'Priya, Anjali, Shivani, Kajal, Nidhi, Ritu, Pooja, Swati, Muskan, Khushi, Shreya, Ankita, Neha, Divya',
    'Rahul, Abhishek, Vikas, Saurabh, Ankit, Prashant, Aman, Shivam, Deepak, Harsh, Alok, Gaurav, Utkarsh, Ayush',
    'Sharma, Mishra, Tiwari, Yadav, Singh, Verma, Pandey, Gupta, Srivastava, Chauhan, Dubey, Tripathi, Kushwaha, Maurya, Jha, Sinha',
  ),
  region(
    8,
    [7, 7, 31],
    'Dhruvi, Krupa, Hetal, Riya, Janvi, Foram, Nirali, Kinjal, Mansi, Urvi',
    'Dhruv, Jay, Parth, Kunal, Meet, Harshil, Raj, Vatsal, Nirav, Mihir',
    'Patel, Shah, Mehta, Desai, Trivedi, Parmar, Solanki, Bhatt, Dave, Joshi, Rathod, Chaudhari',
  ),
  region(
    8,
    [20, 8, 30, 9],
    'Simran, Jasleen, Harpreet, Navneet, Gurleen, Manpreet, Kirandeep, Amandeep',
    'Gurpreet, Harjot, Arshdeep, Karanveer, Jaskaran, Manjot, Sukhman, Prabhjot',
    'Singh Sandhu, Kaur Bhatia, Singh Gill, Dhillon, Sidhu, Malhotra, Kapoor, Chopra, Arora, Grewal, Brar, Bajwa',
  ),
  region(
    5,
    [21, 21],
    'Kavita, Bhavna, Komal, Payal, Rekha, Divyanshi, Kritika',
    'Harsh Vardhan, Lokesh, Mahendra, Devendra, Yuvraj, Pankaj, Bhanu Pratap',
    'Rathore, Shekhawat, Meena, Agarwal, Choudhary, Bishnoi, Rajpurohit, Jain, Soni',
  ),
  region(
    9,
    [23, 36, 23],
    'Lakshmi Priya, Kavya, Nandhini, Janani, Swetha, Dharshini, Pavithra, Harini, Abinaya',
    'Arun Kumar, Karthikeyan, Surya, Vignesh, Pradeep, Santhosh, Hari Prasad, Dinesh, Naveen',
    'Venkataraman, Subramanian, Murugan, Rajendran, Iyer, Krishnamurthy, Selvaraj, Palanisamy, Natarajan, Sundaram',
  ),
  region(
    8,
    [24, 1, 24],
    'Sravani, Keerthi, Lahari, Bhavya, Anusha, Tejaswini, Sahithi, Pranathi',
    'Karthik, Sai Kiran, Venkatesh, Rohith, Charan Teja, Manoj, Bhargav, Vamsi Krishna',
    'Reddy Gaddam, Rao Nallamothu, Naidu, Chowdary, Reddy, Varma, Goud, Sastry, Kondapalli, Yerramilli',
  ),
  region(
    7,
    [11, 11],
    'Tejaswini, Chaitra, Ananya, Bhoomika, Spoorthi, Deepa, Sinchana, Meghana',
    'Manjunath, Prajwal, Chetan, Darshan, Karthik, Abhay, Shashank, Vinay',
    'Gowda, Hegde, Shetty, Bhat, Naik, Kulkarni, Hiremath, Patil, Murthy, Rao',
  ),
  region(
    5,
    [12, 12],
    'Divya, Aparna, Aiswarya, Gopika, Meera, Anagha, Sreelakshmi, Neethu',
    'Arjun, Vishnu, Akhil, Sreejith, Jithin, Rahul, Abhijith, Midhun',
    'Nair, Menon, Pillai, Varghese, Thomas, Joseph, Kurian, Mathew, Nambiar, Warrier',
  ),
  region(
    7,
    [28, 28, 25],
    'Ishita, Ananya, Sohini, Debolina, Madhurima, Payel, Sreeja, Tiyasha',
    'Sourav, Arnab, Subhajit, Rohit, Debjit, Sayan, Aniket, Ritwik',
    'Banerjee, Chatterjee, Mukherjee, Das, Ghosh, Sen, Bose, Roy, Dutta, Chakraborty, Saha',
  ),
  region(
    4,
    [19, 3, 15, 18, 16],
    'Barsha, Subhashree, Lipika, Pallabi, Rimjhim, Banashree, Temsula, Linthoi',
    'Bibhuti, Satyajit, Biswajit, Pranjal, Kaushik, Bhaskar, Imlisenla, Tomba',
    'Mohanty, Sahoo, Panda, Nayak, Borah, Saikia, Gogoi, Kalita, Ao, Longkumer, Singha, Deka',
  ),
  region(
    9,
    [14, 26, 24, 33, 12, 4, 28],
    'Fatima Zahra, Ayesha, Sana, Zoya, Mariyam, Nida, Alfiya, Bushra, Shifa',
    'Mohammed Irfan, Arbaaz, Zaid, Faizan, Imran, Syed Danish, Rehan, Aamir, Junaid',
    'Ansari, Shaikh, Khan, Qureshi, Siddiqui, Pathan, Mirza, Sayyed, Farooqui, Lone, Sheikh',
  ),
  region(
    3,
    [6, 14, 12, 11],
    'Rhea, Sharon, Melissa, Jennifer, Alisha, Nicole',
    'Ryan, Aaron, Joel, Kevin, Sheldon, Melvin',
    "D'Souza, Fernandes, Pinto, Rodrigues, D'Costa, Pereira, Lobo, Mascarenhas",
  ),
];

/**
 * Beginnings of the demo phones (five digits, then five counted ones), as Indian operators have them. None of them occurs in
 * the sample file of leads that the product is tried with, so importing it makes no re-enquiry of a demo lead.
 */
export const phoneBeginnings: readonly string[] = (
  '98220 98900 94220 99220 90110 98230 98500 98450 98860 98400 98410 99620 98840 90030 98100 98110 99100 98180 99990 98710 98140 ' +
  '98150 98760 99880 98310 98360 90070 94330 94470 98460 99470 98480 99490 90000 91000 98660 98250 98980 94260 98290 94140 94600 ' +
  '99280 98350 94310 98520 94150 98390 94500 98260 94250 99770 70200 80870 88050 77380 62030 63000 79040 81230 82080 83080 84210 ' +
  '85300 86050 87880 91460 95610 96190 97640'
).split(' ');
/** The n-th demo phone, no number twice up to seven million. */
export function demoPhone(n: number): string {
  const beginning = phoneBeginnings[n % phoneBeginnings.length]!;
  // 61,231 has no factor in common with 100,000, so the endings look mixed and repeat only after all of them.
  const ending = (Math.floor(n / phoneBeginnings.length) * 61_231 + (n % phoneBeginnings.length) * 7919 + 20_317) % 100_000;
  return `+91${beginning}${String(ending).padStart(5, '0')}`;
}
