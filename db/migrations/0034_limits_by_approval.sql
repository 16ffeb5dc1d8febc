-- The list of limits begins with what was approved last, of one society or of all.
create index on limit_rows (organisation_id, approved_at, id);
create index on limit_rows (approved_at, id);
