import { definer } from './ddl';

const admit = `admit_attempt(party text, party_free integer, party_first integer, party_longest integer,
  network text, network_free integer, network_first integer, network_longest integer,
  account text, account_free integer, gap integer, kept integer, longest_queue integer,
  known boolean, queued boolean, seconds integer)`;

/** Counts without a tenant, each key in a sliding window (Store.hit, Store.admit). */
export const attemptFunctions: readonly string[] = [
  `create or replace function count_attempts(name text, window_seconds integer) returns bigint language sql volatile ${definer} as $hits$
  select count(*) from "attempts" where "key" = name and "at" > clock_timestamp() - make_interval(secs => window_seconds) $hits$`,
  `create or replace function add_attempt(name text, window_seconds integer) returns bigint language plpgsql ${definer} as $hit$
begin
  delete from "attempts" where "key" = name and "at" <= clock_timestamp() - make_interval(secs => window_seconds);
  insert into "attempts" ("key", "at") values (name, clock_timestamp());
  return (select count(*) from "attempts" where "key" = name);
end $hit$`,
  `create or replace function clear_attempts(name text) returns void language sql volatile ${definer} as $clear$
  delete from "attempts" where "key" = name $clear$`,
  `create or replace function take_back_attempt(name text) returns void language sql volatile ${definer} as $back$
  delete from "attempts" where ctid = (select ctid from "attempts" where "key" = name order by "at" desc limit 1) $back$`,
  // Seconds to wait, or 0: then the attempt is counted. One at a time for an account, so that attempts in parallel cannot outrun
  // it.
  `create or replace function ${admit} returns integer language plpgsql volatile ${definer} as $admit$
declare
  moment timestamptz;
  since timestamptz;
  tries bigint;
  last timestamptz;
  turn timestamptz;
  wait double precision := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended(account, 0));
  moment := clock_timestamp();
  since := moment - make_interval(secs => seconds);
  delete from "attempts" where "key" in (party, account) and "at" <= since;
  select count(*), max("at") into tries, last from "attempts" where "key" = party;
  if tries >= party_free then
    wait := extract(epoch from last - moment) + least(party_longest, party_first * power(2, least(tries - party_free, 20)));
  end if;
  if not known then
    select count(*), max("at") into tries, last from "attempts" where "key" = network and "at" > since;
    if tries >= network_free then
      wait := greatest(wait, extract(epoch from last - moment) + least(network_longest, network_first * power(2, least(tries - network_free, 20))));
    end if;
  end if;
  if wait > 0 then return ceil(wait); end if;
  if queued and (select count(*) from "attempts" where "key" = account) >= account_free then
    delete from "attempts" where "key" = party || '#turn' and "at" < moment - make_interval(secs => kept);
    delete from "attempts" where "key" = account || '#turns' and "at" <= moment;
    select min("at") into turn from "attempts" where "key" = party || '#turn';
    if turn is null then
      select greatest(moment, max("at")) into last from "attempts" where "key" = account || '#turns';
      if last > moment + make_interval(secs => longest_queue) then return longest_queue; end if;
      turn := last + make_interval(secs => gap);
      insert into "attempts" ("key", "at") values (party || '#turn', turn), (account || '#turns', turn);
    end if;
    if turn > moment then return ceil(extract(epoch from turn - moment)); end if;
    delete from "attempts" where "key" = party || '#turn';
  end if;
  insert into "attempts" ("key", "at") values (party, moment);
  if not known then insert into "attempts" ("key", "at") values (account, moment); end if;
  return 0;
end $admit$`,
];
export const attemptSignatures = [
  'count_attempts(name text, window_seconds integer)',
  'add_attempt(name text, window_seconds integer)',
  'clear_attempts(name text)',
  'take_back_attempt(name text)',
  admit,
];
