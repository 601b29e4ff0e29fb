/** States and union territories by their seeded ids, with the cities that admissions teams meet most: 'city' or 'city:tier'. */
const table = `
1|Andhra Pradesh|AP|Visakhapatnam:2 Vijayawada:2 Guntur:2 Tirupati:3 Nellore:3 Kurnool:3 Rajahmundry:3 Kakinada:3 Anantapur:3
2|Arunachal Pradesh|AR|Itanagar:3 Naharlagun:3
3|Assam|AS|Guwahati:2 Silchar:3 Dibrugarh:3 Jorhat:3 Tezpur:3
4|Bihar|BR|Patna:2 Gaya:3 Bhagalpur:3 Muzaffarpur:3 Darbhanga:3 Purnia:3
5|Chhattisgarh|CG|Raipur:2 Bhilai:2 Bilaspur:3 Durg:3 Korba:3
6|Goa|GA|Panaji:3 Margao:3 Mapusa:3
7|Gujarat|GJ|Ahmedabad:1 Surat:2 Vadodara:2 Rajkot:2 Bhavnagar:3 Jamnagar:3 Gandhinagar:3 Anand:3
8|Haryana|HR|Gurugram:2 Faridabad:2 Panipat:3 Ambala:3 Karnal:3 Hisar:3 Rohtak:3 Sonipat:3
9|Himachal Pradesh|HP|Shimla:3 Solan:3 Mandi:3 Dharamshala:3
10|Jharkhand|JH|Ranchi:2 Jamshedpur:2 Dhanbad:2 Bokaro:3 Hazaribagh:3
11|Karnataka|KA|Bengaluru:1 Mysuru:2 Hubballi:2 Mangaluru:2 Belagavi:2 Davanagere:3 Ballari:3 Kalaburagi:3 Shivamogga:3 Tumakuru:3
12|Kerala|KL|Kochi:2 Thiruvananthapuram:2 Kozhikode:2 Thrissur:2 Kollam:3 Kannur:3 Kottayam:3 Palakkad:3
13|Madhya Pradesh|MP|Indore:2 Bhopal:2 Jabalpur:2 Gwalior:2 Ujjain:3 Sagar:3 Rewa:3
14|Maharashtra|MH|Mumbai:1 Pune:1 Nagpur:2 Nashik:2 Chhatrapati Sambhajinagar:2 Solapur:2 Kolhapur:3 Amravati:3 Sangli:3 Jalgaon:3 Latur:3 Satara:3 Ahilyanagar:3 Thane:2 Navi Mumbai:2
15|Manipur|MN|Imphal:3
16|Meghalaya|ML|Shillong:3 Tura:3
17|Mizoram|MZ|Aizawl:3
18|Nagaland|NL|Kohima:3 Dimapur:3
19|Odisha|OD|Bhubaneswar:2 Cuttack:2 Rourkela:3 Berhampur:3 Sambalpur:3
20|Punjab|PB|Ludhiana:2 Amritsar:2 Jalandhar:2 Patiala:3 Bathinda:3 Mohali:3
21|Rajasthan|RJ|Jaipur:2 Jodhpur:2 Kota:2 Udaipur:3 Bikaner:3 Ajmer:3 Alwar:3 Sikar:3
22|Sikkim|SK|Gangtok:3
23|Tamil Nadu|TN|Chennai:1 Coimbatore:2 Madurai:2 Tiruchirappalli:2 Salem:2 Tirunelveli:3 Vellore:3 Erode:3 Thanjavur:3 Tiruppur:3
24|Telangana|TS|Hyderabad:1 Warangal:2 Nizamabad:3 Karimnagar:3 Khammam:3
25|Tripura|TR|Agartala:3
26|Uttar Pradesh|UP|Lucknow:2 Kanpur:2 Noida:2 Ghaziabad:2 Varanasi:2 Prayagraj:2 Agra:2 Meerut:2 Bareilly:3 Gorakhpur:3 Aligarh:3 Moradabad:3 Jhansi:3
27|Uttarakhand|UK|Dehradun:2 Haridwar:3 Haldwani:3 Roorkee:3
28|West Bengal|WB|Kolkata:1 Howrah:2 Siliguri:2 Durgapur:2 Asansol:2 Kharagpur:3 Bardhaman:3
29|Andaman and Nicobar Islands|AN|Port Blair:3
30|Chandigarh|CH|Chandigarh:2
31|Dadra and Nagar Haveli and Daman and Diu|DH|Silvassa:3 Daman:3
32|Delhi|DL|New Delhi:1 Dwarka:1 Rohini:1 Saket:1
33|Jammu and Kashmir|JK|Srinagar:2 Jammu:2 Anantnag:3
34|Ladakh|LA|Leh:3
35|Lakshadweep|LD|Kavaratti:3
36|Puducherry|PY|Puducherry:3 Karaikal:3
`;

export interface PlaceState {
  readonly id: number;
  readonly value: string;
  readonly code: string;
  readonly type: 'state' | 'union_territory';
  readonly cities: readonly { readonly id: number; readonly name: string; readonly tier: number }[];
}
/** India in the shared list of countries. */
export const indiaId = 101;

let cityId = 0;
export const states: readonly PlaceState[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id, value = '', code = '', cities = ''] = line.split('|');
    return {
      id: Number(id),
      value,
      code,
      type: Number(id) > 28 ? 'union_territory' : 'state',
      cities: [...cities.matchAll(/([^:]+):(\d) ?/g)].map(([, name, tier]) => ({
        id: ++cityId,
        name: name!,
        tier: Number(tier),
      })),
    };
  });
