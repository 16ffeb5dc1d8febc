-- A result names its lot by season, sale and number, whatever became of the lot: what was withdrawn unsold is no part of the unique index.
create index on catalogue_records (season, sale_number, lot_number);
