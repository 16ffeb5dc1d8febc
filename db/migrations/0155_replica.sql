-- What a copy of this database says of itself: whether it follows the primary, and how far it is. The view of PostgreSQL shows it only to
-- who may read all statistics (0110).

create function replica_stand(primary_timeline int, primary_at pg_lsn) returns table (follows boolean, behind numeric)
  language sql volatile security definer as $$
  select pg_is_in_recovery() and exists (select from pg_stat_wal_receiver where status = 'streaming' and received_tli = primary_timeline),
      greatest(0, pg_wal_lsn_diff(primary_at, pg_last_wal_replay_lsn())) $$;
call guard('replica_stand(int, pg_lsn)');
comment on function replica_stand(int, pg_lsn) is 'Whether this server is a standby that follows the primary on its timeline, and how much of the log up to a place it has not applied.';
grant execute on function replica_stand(int, pg_lsn) to kahawa_app, kahawa_wide, kahawa_auth, kahawa_admin;
