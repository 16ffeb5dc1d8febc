-- A sales statement lists what each grower has of each lot, the latest sale first.

alter table eslip_shares add column id uuid not null default uuidv7() unique;
comment on column eslip_shares.id is 'Names the row in lists; what it is about are the e-slip, the grower and the outturn.';
create index on eslips (sale_date);
