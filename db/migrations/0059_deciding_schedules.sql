-- How a schedule is decided: what is pointed out on its lines, the bank as second where the setting says so, and what members hear of it.

alter table schedule_lines add column risks text[] not null default '{}';
comment on column schedule_lines.risks is 'What a decider is pointed at, as it stood when the schedule was generated: codes, the gravest first.';

alter table communal_payments
  add column risks jsonb not null default '[]',
  add column society_decided_by uuid references users on delete restrict,
  add column society_decided_at timestamptz,
  add column society_comment text,
  drop constraint communal_payments_status_check,
  add constraint communal_payments_status_check
    check (status in ('PENDING_APPROVAL', 'PENDING_BANK_APPROVAL', 'APPROVED', 'PARTIALLY_PAID', 'COMPLETED', 'REJECTED', 'WITHDRAWN')),
  -- Whoever approves for the society counts among the makers from then on, so that the same person is never the bank's decider too.
  add constraint society_comes_before_the_bank check (society_decided_by is null or society_decided_by = any (makers));
comment on column communal_payments.risks is 'What is pointed out on its lines: of each code, the members whose gravest it is, and what they get.';
comment on column communal_payments.society_decided_by is 'Who approved it for the society, where the bank decides after it; else who decided is decided_by.';
comment on column communal_payments.society_comment is 'What the society''s decider wrote.';
create index on communal_payments (society_decided_by);
drop index one_open_schedule;
create unique index one_open_schedule on communal_payments (organisation_id) where status in ('PENDING_APPROVAL', 'PENDING_BANK_APPROVAL');

alter table farmer_texts
  drop constraint farmer_texts_occasion_check,
  add constraint farmer_texts_occasion_check check (occasion in ('delivery_approved', 'change_asked', 'change_approved', 'loan_approved', 'loan_authorised',
    'loan_paid', 'loan_failed', 'cherry_paid', 'cherry_failed', 'cherry_returned'));
