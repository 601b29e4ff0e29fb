/**
 * Stands where CASL has its language of conditions on records (vite.config.ts): the rules of the browser have no conditions, and the
 * language would come with the first page. CASL names its parts when it is loaded and uses them in `createMongoAbility` alone.
 */
const none = undefined;
export {
  none as $all,
  none as $elemMatch,
  none as $eq,
  none as $exists,
  none as $gt,
  none as $gte,
  none as $in,
  none as $lt,
  none as $lte,
  none as $ne,
  none as $nin,
  none as $options,
  none as $regex,
  none as $size,
  none as all,
  none as and,
  none as elemMatch,
  none as eq,
  none as exists,
  none as gt,
  none as gte,
  none as lt,
  none as lte,
  none as ne,
  none as nin,
  none as regex,
  none as size,
  none as within,
};
export const createFactory = () => (): never => {
  throw new Error("CASL's conditions are left out of the build: ask the server, which knows the record");
};
