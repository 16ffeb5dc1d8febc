-- Files, and what is staged of them until it becomes records.

create table files (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  sha256 bytea not null,
  size bigint not null check (size > 0),
  created_at timestamptz not null default now(),
  unique (organisation_id, sha256)
);
comment on table files is 'Files are kept once per organisation, by the hash of their bytes, in pieces that can be streamed.';
comment on column files.sha256 is 'Of its bytes; the same bytes are kept once.';
comment on column files.size is 'In bytes.';
call wall('files');
grant select, insert on files to kahawa_app, kahawa_wide;

create table file_pieces (
  file_id uuid not null references files on delete cascade,
  organisation_id uuid not null,
  n integer not null,
  bytes bytea not null,
  primary key (file_id, n)
);
comment on table file_pieces is 'The bytes of a file, in order.';
comment on column file_pieces.n is 'From zero, in the order of the bytes.';
alter table file_pieces alter column bytes set storage external;
call wall('file_pieces');
grant select, insert on file_pieces to kahawa_app, kahawa_wide;

create table uploads (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  kind text not null check (kind in ('farmers', 'farmer_companies', 'cherry_deliveries', 'cherry_limits', 'parchment')),
  file_id uuid not null references files on delete restrict,
  file_name text not null,
  file_sha256 bytea not null,
  status text not null check (status in ('CHECKING', 'FAILED_VALIDATION', 'PENDING_APPROVAL', 'PENDING_ACCOUNT_VALIDATION', 'APPROVED_WITH_ERRORS',
    'PENDING_FCS_APPROVAL', 'PENDING_KPCU_APPROVAL', 'PENDING_BANK_APPROVAL', 'REFERRED_TO_MILLER', 'REFERRED_TO_FCS', 'APPROVED', 'REJECTED', 'DISCARDED')),
  problem text,
  header text[] not null default '{}',
  row_count integer not null default 0,
  ready_count integer not null default 0,
  failed_count integer not null default 0,
  warned_count integer not null default 0,
  left_out_count integer not null default 0,
  done_count integer not null default 0,
  version integer not null default 1,
  makers uuid[] not null check (cardinality(makers) > 0),
  made_by uuid not null references users on delete restrict,
  decided_by uuid references users on delete restrict,
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null default now(),
  -- Maker is never checker, whatever the program says.
  constraint maker_is_not_checker check (decided_by is null or not decided_by = any (makers)),
  -- The counts always add up.
  constraint counts_add_up check (row_count = ready_count + failed_count + left_out_count + done_count)
);
comment on table uploads is 'An uploaded file of any kind, from its first byte to the decision on it.';
comment on column uploads.kind is 'The declared kind of file.';
comment on column uploads.file_sha256 is 'Of the file, for the key that refuses it a second time.';
comment on column uploads.problem is 'Why the file was refused as a whole; null of most.';
comment on column uploads.header is 'The headings as they were written.';
comment on column uploads.ready_count is 'Rows that are right and not records yet.';
comment on column uploads.failed_count is 'Rows with an error.';
comment on column uploads.warned_count is 'Rows with a warning, whatever their state.';
comment on column uploads.left_out_count is 'Rows that somebody has left out.';
comment on column uploads.done_count is 'Rows that became records.';
comment on column uploads.makers is 'Everybody who sent or changed it: none of them decides.';
create index on uploads (organisation_id, kind, created_at);
create index on uploads (kind, created_at);
create index on uploads (kind, status) where status in ('CHECKING', 'PENDING_APPROVAL', 'PENDING_ACCOUNT_VALIDATION', 'APPROVED_WITH_ERRORS');
create index on uploads (file_id);
create index on uploads (made_by);
create index on uploads (decided_by);
-- The same bytes may not be uploaded twice, unless the first was discarded or declined.
create unique index uploads_same_file on uploads (organisation_id, kind, file_sha256) where status not in ('DISCARDED', 'REJECTED');
create index on uploads (kind, status) where status in ('PENDING_FCS_APPROVAL', 'PENDING_KPCU_APPROVAL', 'PENDING_BANK_APPROVAL');
create index on uploads (kind, status, created_at) where kind = 'parchment';
call wall('uploads');
create policy functions on uploads to kahawa_functions using (true);
grant select, insert, update on uploads to kahawa_app, kahawa_wide;
grant select on uploads to kahawa_functions;

create table upload_progress (
  upload_id uuid primary key references uploads on delete cascade,
  organisation_id uuid not null,
  stage text not null check (stage in ('stored', 'checking', 'checked', 'approving', 'done', 'refused')),
  rows_done integer not null default 0,
  rows_total integer,
  beat_at timestamptz not null default now()
);
comment on table upload_progress is 'How far the work on an upload is. Apart from uploads, so that a long check can report while it holds the upload''s '
  'lock.';
comment on column upload_progress.rows_total is 'Null until the end of the file is known.';
comment on column upload_progress.beat_at is 'When the work last reported.';
call wall('upload_progress');
grant select, insert, update on upload_progress to kahawa_app, kahawa_wide;

create table upload_rows (
  id uuid not null primary key,
  upload_id uuid not null references uploads on delete cascade,
  organisation_id uuid not null,
  row_number integer not null,
  cells text[] not null,
  clean text[] not null,
  state text not null check (state in ('ready', 'failed', 'left_out')),
  override_reason text,
  override_by uuid references users on delete restrict,
  unique (upload_id, row_number)
) with (fillfactor = 90);
comment on table upload_rows is 'A staged row: the cells as they were written and as they were understood, in the order the kind declares. Its id '
  'becomes the id of the record made from it, so one row can never make two records.';
comment on column upload_rows.row_number is 'As in the sheet, whose headings are row 1.';
comment on column upload_rows.cells is 'As written, in the declared order of columns.';
comment on column upload_rows.clean is 'As understood: without blanks, names replaced by codes.';
comment on column upload_rows.override_reason is 'Why a checker takes the row in spite of a warning.';
create index on upload_rows (override_by) where override_by is not null;
call wall('upload_rows');
create policy functions on upload_rows to kahawa_functions using (true);
grant select, insert, update, delete on upload_rows to kahawa_app, kahawa_wide;
grant select on upload_rows to kahawa_functions;

create table upload_problems (
  upload_id uuid not null references uploads on delete cascade,
  organisation_id uuid not null,
  row_number integer not null,
  column_number integer not null,
  code text not null,
  message text not null,
  severity text not null check (severity in ('error', 'warning'))
);
comment on table upload_problems is 'What is wrong or doubtful in a staged row, each at its column.';
comment on column upload_problems.column_number is 'Place in the declared order, from zero; -1 for the row as a whole.';
comment on column upload_problems.code is 'The cause, by which problems are grouped and repaired.';
create index on upload_problems (upload_id, row_number);
call wall('upload_problems');
grant select, insert, update, delete on upload_problems to kahawa_app, kahawa_wide;

create table upload_row_checks (
  row_id uuid primary key references upload_rows on delete cascade,
  upload_id uuid not null references uploads on delete cascade,
  organisation_id uuid not null,
  outcome text not null check (outcome in ('found', 'not_found', 'closed', 'name_missing')),
  account_name text not null default '',
  name_matches boolean not null,
  checked_at timestamptz not null
);
comment on table upload_row_checks is 'What the bank said of the account in a row.';
create index on upload_row_checks (upload_id);
call wall('upload_row_checks');
grant select, insert, update, delete on upload_row_checks to kahawa_app, kahawa_wide;

create table upload_consents (
  upload_id uuid primary key references uploads on delete cascade,
  organisation_id uuid not null,
  disclaimer_id uuid not null references disclaimers on delete restrict,
  consented_by uuid not null references users on delete restrict,
  consented_at timestamptz not null
);
comment on table upload_consents is 'Files that are shared with KPCU, who then decides and lends; of any other the bank does. Sharing is a consent: who '
  'gave it, when, and to which wording.';
create index on upload_consents (disclaimer_id);
create index on upload_consents (consented_by);
call wall('upload_consents');
grant select, insert on upload_consents to kahawa_app, kahawa_wide;
