-- The resolution itself behind a deduction: a scan or a photograph, kept by the hash of its bytes.

create table deduction_documents (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  file_id uuid not null references files on delete restrict,
  file_name text not null check (file_name <> ''),
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  made_by uuid not null references users on delete restrict,
  created_at timestamptz not null
);
comment on table deduction_documents is 'Documents that were attached for deductions: the minute of a resolution as it was signed.';
comment on column deduction_documents.file_name is 'As it was called, with the ending of what it is.';
comment on column deduction_documents.media_type is 'By its first bytes, whatever its name says.';
create index on deduction_documents (organisation_id);
create index on deduction_documents (file_id);
create index on deduction_documents (made_by);
call wall('deduction_documents');
grant select, insert on deduction_documents to kahawa_app, kahawa_wide;

alter table deductions add column document_id uuid references deduction_documents on delete restrict;
alter table deduction_files add column document_id uuid references deduction_documents on delete restrict;
comment on column deductions.document_id is 'The document itself, where it is attached.';
comment on column deduction_files.document_id is 'The document itself, where it is attached.';
create index on deductions (document_id);
create index on deduction_files (document_id);
