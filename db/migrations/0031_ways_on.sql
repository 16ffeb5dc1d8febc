-- A payout that is stuck in transit goes on as two persons say. What they settle by evidence is a leg like any other, so that
-- the bank's statement can be held against it; that they said so is a line of its story.
alter table payout_legs drop constraint payout_legs_settled_by_check;
alter table payout_legs add constraint payout_legs_settled_by_check check (settled_by in ('ANSWER', 'STATUS', 'CALLBACK', 'STATEMENT', 'EVIDENCE'));
alter table payout_events drop constraint payout_events_what_check;
alter table payout_events add constraint payout_events_what_check
  check (what in ('SENT', 'NOT_SENT', 'ANSWER', 'STATUS', 'CALLBACK', 'STATEMENT', 'QUERY', 'DECIDED'));
