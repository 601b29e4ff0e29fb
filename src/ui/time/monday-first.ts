import dayjs from 'dayjs';
import updateLocale from 'dayjs/plugin/updateLocale';

// antd's calendars of days begin a week as dayjs does: what shows one imports this.
dayjs.extend(updateLocale);
dayjs.updateLocale('en', { weekStart: 1 });
