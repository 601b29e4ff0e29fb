import type { Translation } from 'prospectus/src/schemas/kit/translations';
import type { hostelRooms } from '../schemas/hostel-rooms';

const rooms: Translation<typeof hostelRooms> = {
  label: 'छात्रावास कक्ष',
  plural: 'छात्रावास कक्ष',
  menu: { entry: 'कक्ष' },
  fields: { room: 'कक्ष', block: 'खंड', beds: 'बिस्तर' },
  choices: { block: { North: 'उत्तर', South: 'दक्षिण' } },
};

export const translations = { 'hostel-rooms': rooms };
