-- A file that has been kept as long as the rules say loses its rows and its bytes; what it was, who decided and its fingerprint stay.
alter table uploads add column emptied_at timestamptz;
comment on column uploads.emptied_at is 'When its rows and its bytes were removed, because they had been kept long enough.';
create index uploads_to_empty on uploads (coalesce(decided_at, created_at)) where emptied_at is null;
grant delete on file_pieces to kahawa_wide;

-- What is removed by its age is found by it.
create index notifications_by_age on notifications (created_at);
create index mails_by_age on mails (created_at);
