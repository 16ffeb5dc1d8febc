-- What a cycle weighs: the season so far, or only the cherry that no cycle before it has paid.

alter table communal_payments add column since_last boolean not null default false;
comment on column communal_payments.since_last is 'Whether its kilograms are those that no cycle of the season had paid before; else all of the season so far.';
-- What is not paid yet is weighed from this index alone.
create index on cherry_deliveries (organisation_id, season, farmer_id) include (kilograms) where status = 'APPROVED' and paid_in is null;
