-- Deductions are rules, by a resolution that is named; a further proposal ends one.

drop table deduction_amounts;
alter table deductions
  drop column file_id,
  drop constraint a_file_says_the_amounts,
  drop constraint deductions_basis_check,
  alter column rate_cents set not null,
  add constraint deductions_basis_check check (basis in ('PER_KG', 'PER_MEMBER')),
  add column ends_id uuid references deductions on delete restrict;
alter table deductions rename column document_name to document;
comment on column deductions.rate_cents is 'For each kilogram, or of each member.';
comment on column deductions.document is 'Where the resolution is kept.';
comment on column deductions.ends_id is 'The deduction that this proposal ends; null of a deduction itself.';
create index on deductions (ends_id);
create unique index one_waiting_title on deductions (organisation_id, season, title) where status in ('PENDING_APPROVAL', 'APPROVED') and ends_id is null;
create unique index one_waiting_end on deductions (ends_id) where status = 'PENDING_APPROVAL';
