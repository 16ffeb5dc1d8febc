-- What the wizard of a payment schedule knows so far, kept on the server: it survives a closed tab, and colleagues see who has it open.

create table schedule_drafts (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  season text not null references seasons on delete restrict,
  step integer not null default 0 check (step between 0 and 4),
  choices jsonb not null default '{}',
  status text not null check (status in ('DRAFT', 'DISCARDED', 'SENT')),
  version integer not null default 1,
  made_by uuid not null references users on delete restrict,
  held_by uuid not null references users on delete restrict,
  held_since timestamptz not null,
  created_at timestamptz not null,
  saved_at timestamptz not null,
  ended_by uuid references users on delete restrict,
  ended_at timestamptz,
  communal_payment_id uuid references communal_payments on delete restrict,
  constraint an_end_says_who_and_when check ((status = 'DRAFT') = (ended_at is null) and (status = 'DRAFT') = (ended_by is null)),
  constraint what_was_sent_became_a_schedule check ((status = 'SENT') = (communal_payment_id is not null))
);
comment on table schedule_drafts is 'Drafts of payment schedules: what was chosen in the wizard, before anything of it counts. A society has one open at most.';
comment on column schedule_drafts.step is 'Where the wizard stands, from nought.';
comment on column schedule_drafts.choices is 'Lenders that are left out, amounts by factory, and figures that are tried. Figures of money are never read from here: they are computed anew.';
comment on column schedule_drafts.held_by is 'Who has it open: nobody else writes into it before taking it over.';
comment on column schedule_drafts.communal_payment_id is 'The schedule that it became.';
create unique index one_draft_of_a_society on schedule_drafts (organisation_id) where status = 'DRAFT';
create index on schedule_drafts (organisation_id, id);
create index on schedule_drafts (season);
create index on schedule_drafts (communal_payment_id);
call wall('schedule_drafts');
grant select, insert, update on schedule_drafts to kahawa_app, kahawa_wide;
