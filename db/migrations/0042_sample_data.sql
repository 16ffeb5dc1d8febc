-- Whether the records of this database were invented, so that only such a database can be emptied.

create table sample_data (
  only_row boolean primary key default true check (only_row),
  loaded_at timestamptz not null,
  discarded_at timestamptz check (discarded_at >= loaded_at)
);
comment on table sample_data is 'Written when the demo valley is loaded, and when it is thrown away. A house that began empty has no row.';
comment on column sample_data.loaded_at is 'When all of it stood: who or what was made later is no part of it.';
comment on column sample_data.discarded_at is 'Since then the house is for real: no sample is loaded into it again.';
