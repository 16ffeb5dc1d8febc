-- The catalogue of a sale as it stood when it closed: what buyers are given, the same for everybody and for ever.

alter table catalogue_records add column left_out boolean not null default false;
comment on column catalogue_records.left_out is 'The catalogue of its sale closed before both sides had agreed.';

create table closed_catalogues (
  id uuid primary key,
  season text not null references seasons on delete restrict,
  sale_number smallint not null check (sale_number between 1 and 99),
  sale_date date not null,
  closed_at timestamptz not null,
  lots integer not null check (lots >= 0),
  bags bigint not null,
  kilograms numeric(15, 3) not null,
  left_out integer not null check (left_out >= 0),
  fingerprint text not null check (fingerprint ~ '^[0-9A-F]{16}$'),
  workbook bytea not null,
  paper bytea not null,
  made_at timestamptz not null,
  -- However many servers close it at once, and however often they are killed: one catalogue.
  unique (season, sale_number)
);
comment on table closed_catalogues is 'Catalogues of sales, each frozen at its close. Everybody in the trade reads them: they are what is offered. No reserve price is in them.';
comment on column closed_catalogues.closed_at is 'When it closed, by the calendar; made_at is when that was done.';
comment on column closed_catalogues.left_out is 'Lots that its parties had not agreed to by then, and which were rejected.';
comment on column closed_catalogues.fingerprint is 'Of every lot with its values, in order. It stands on the paper.';
comment on column closed_catalogues.workbook is 'The file as everybody gets it (XLSX); paper is the same as PDF. Kept as bytes, so that a later download is the same to the last of them.';
grant select on closed_catalogues to kahawa_app;
grant select, insert on closed_catalogues to kahawa_wide;
create trigger append_only before update or delete or truncate on closed_catalogues for each statement execute function refuse_change();
