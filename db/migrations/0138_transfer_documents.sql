-- The document itself behind a retention above the most that is allowed: a scan or a photograph, kept by the hash of its bytes.

create table transfer_documents (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  file_id uuid not null references files on delete restrict,
  file_name text not null check (file_name <> ''),
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  made_by uuid not null references users on delete restrict,
  created_at timestamptz not null
);
comment on table transfer_documents is 'Documents that were attached for transfers: what allows a society to retain more than the most.';
comment on column transfer_documents.file_name is 'As it was called, with the ending of what it is.';
comment on column transfer_documents.media_type is 'By its first bytes, whatever its name says.';
create index on transfer_documents (organisation_id);
create index on transfer_documents (file_id);
create index on transfer_documents (made_by);
call wall('transfer_documents');
grant select, insert on transfer_documents to kahawa_app, kahawa_wide;

alter table society_transfers add column document_id uuid references transfer_documents on delete restrict,
  add constraint a_document_has_its_number check (document_id is null or (kind = 'RETENTION' and document <> ''));
comment on column society_transfers.document_id is 'The document itself, where it is attached.';
create index on society_transfers (document_id);
