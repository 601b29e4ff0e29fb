import type { OwnGroup } from 'prospectus/src/schemas/kit/menu-groups';

declare module 'prospectus/src/schemas/kit/menu-groups' {
  interface OwnGroups {
    readonly Hostel: true;
  }
}

export const menuGroups: readonly OwnGroup[] = [{ name: 'Hostel', after: 'Application Manager' }];
