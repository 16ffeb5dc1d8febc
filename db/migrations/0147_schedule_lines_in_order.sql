-- A page of a schedule is looked up in the order of the member numbers, of 100,000 lines as of ten: no page puts all of them in order first.
alter table schedule_lines add column member_number text not null default '';
comment on column schedule_lines.member_number is 'The number of the member when the line was generated: lines stand in its order, whatever the member is numbered later.';
update schedule_lines l set member_number = f.member_number from farmers f where f.id = l.farmer_id;
-- With the society in the index the wall needs no look at the line.
create index on schedule_lines (communal_payment_id, member_number, id) include (organisation_id);
