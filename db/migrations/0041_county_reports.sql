-- Counties and societies side by side, as a paper that is made by schedule and can be checked by anybody.

create table county_reports (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  reference text not null unique check (reference ~ '^CR[0-9A-Z]{8}$'),
  occasion text not null check (occasion in ('MONTH', 'WEEK', 'REQUEST')),
  due_on date not null,
  figures jsonb not null,
  fingerprint text not null,
  made_by uuid references users on delete restrict,
  made_at timestamptz not null,
  constraint by_schedule_or_by_somebody check ((occasion = 'REQUEST') = (made_by is not null))
);
comment on table county_reports is 'Reports that compare counties and societies, each with the figures as they stood: what is printed later is the same.';
comment on column county_reports.organisation_id is 'Whose report it is: who reads every society has reports of all, a society of itself.';
comment on column county_reports.reference is 'Stands on the paper, and at the head of the code by which it is checked.';
comment on column county_reports.occasion is 'MONTH, WEEK: by schedule. REQUEST: somebody wanted it now.';
comment on column county_reports.due_on is 'The first of the month, the Monday, or the day of the request.';
comment on column county_reports.figures is 'What the dashboard showed: counties and societies with their figures.';
comment on column county_reports.fingerprint is 'Of the figures. What was altered behind the program is not printed any more.';
comment on column county_reports.made_by is 'Null for a report of the schedule.';
-- However many servers look at the schedule at once, and however often they are killed: one report.
create unique index one_report_when_due on county_reports (organisation_id, occasion, due_on) where occasion <> 'REQUEST';
create index on county_reports (organisation_id, made_at desc);
create index on county_reports (made_by);
call wall('county_reports');
grant select, insert on county_reports to kahawa_app, kahawa_wide;
create trigger append_only before update or delete or truncate on county_reports for each statement execute function refuse_change();
