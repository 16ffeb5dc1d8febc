-- Money that a bank has paid and sends back days later.

alter table payout_legs drop constraint payout_legs_kind_check,
  add constraint payout_legs_kind_check check (kind in ('INTERNAL', 'EXTERNAL', 'RETURN', 'CAME_BACK')),
  add column returned_leg_id uuid references payout_legs on delete restrict,
  add constraint only_what_came_back_names_a_leg check ((kind = 'CAME_BACK') = (returned_leg_id is not null));
comment on column payout_legs.kind is 'INTERNAL: fund to the farmer, or to transit. EXTERNAL: transit, or the M-PESA float, to the farmer. RETURN: transit '
  'back to the fund. CAME_BACK: the bank of the farmer has sent it back after it was paid; we never send such a leg.';
comment on column payout_legs.returned_leg_id is 'The payment that came back.';
-- A payment comes back once.
create unique index one_return_of_a_leg on payout_legs (returned_leg_id);

alter table payout_events drop constraint payout_events_says_check,
  add constraint payout_events_says_check check (says in ('', 'ACCEPTED', 'PAID', 'REFUSED', 'IN_DOUBT', 'CONTRADICTS', 'RETURNED'));

alter table schedule_lines add column times_returned integer not null default 0 check (times_returned >= 0);
comment on column schedule_lines.times_returned is 'How often the bank has sent its payment back after it was paid.';
alter table schedule_lender_payments add column times_returned integer not null default 0 check (times_returned >= 0);
comment on column schedule_lender_payments.times_returned is 'How often the bank has sent it back after it was paid.';
