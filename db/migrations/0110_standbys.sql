-- How far the copies of this database are behind, for the figures of operators: the view of PostgreSQL shows it only to who may see all sessions.

create function standbys() returns table (name text, lag_bytes numeric, lag_seconds double precision)
  language sql stable security definer as $$
  select application_name, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn),
      case when replay_lsn is null then null when replay_lsn >= pg_current_wal_lsn() then 0 else coalesce(extract(epoch from replay_lag), 0) end
    from pg_stat_replication where state is not null and not pg_is_in_recovery() $$;
call guard('standbys()');
comment on function standbys() is 'The standbys of this server and how much of the log each has not applied. Empty columns: kahawa_functions lacks pg_read_all_stats.';
grant execute on function standbys() to kahawa_wide;

-- Who made this database may not be allowed to give that right away: an operator does it then (docs/operating.md).
do $$ begin
  grant pg_read_all_stats to kahawa_functions;
exception when insufficient_privilege then null;
end $$;
