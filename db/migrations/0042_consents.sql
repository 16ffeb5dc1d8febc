-- Whoever shares a file with KPCU agrees to a wording: which one, who, and when. Files that were shared before have none.
alter table uploads add column consent_id uuid references disclaimers on delete restrict;
alter table uploads add column consented_by uuid references users on delete restrict;
alter table uploads add column consented_at timestamptz;
alter table uploads add constraint consent_is_whole check (num_nulls(consent_id, consented_by, consented_at) in (0, 3));
alter table uploads add constraint consent_is_for_sharing check (consent_id is null or share_data);
create index on uploads (consent_id) where consent_id is not null;
create index on uploads (consented_by) where consented_by is not null;
