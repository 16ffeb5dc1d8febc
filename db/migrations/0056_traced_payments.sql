-- From which conversions the money of a payment schedule came: each shilling back to its dollars, each dollar forward to who got it.

create table communal_payment_conversions (
  communal_payment_id uuid not null references communal_payments on delete restrict,
  place integer not null check (place > 0),
  organisation_id uuid not null references organisations on delete restrict,
  transfer_id uuid references society_transfers on delete restrict,
  dollars_cents bigint not null check (dollars_cents >= 0),
  shillings_cents bigint not null check (shillings_cents > 0),
  narration text not null default '',
  primary key (communal_payment_id, place),
  constraint only_a_conversion_has_dollars check (transfer_id is not null or dollars_cents = 0)
);
comment on table communal_payment_conversions is 'The conversions that paid for a schedule, written when it is approved: what came to the farmers'' '
  'shilling account first goes out first, and what is left of the last conversion is carried to the next schedule.';
comment on column communal_payment_conversions.place is 'In the order in which the money had come in.';
comment on column communal_payment_conversions.transfer_id is 'The conversion; null for shillings that came to the account as shillings.';
comment on column communal_payment_conversions.dollars_cents is 'The part of the conversion''s dollars that became these shillings. The parts of one '
  'conversion are cut so that they add up to all its dollars, to the cent.';
comment on column communal_payment_conversions.narration is 'Of shillings that came as shillings, what the books say they were.';
create index on communal_payment_conversions (transfer_id);
create index on communal_payment_conversions (organisation_id);
call wall('communal_payment_conversions');
grant select, insert on communal_payment_conversions to kahawa_app, kahawa_wide;
create trigger append_only before update or delete or truncate on communal_payment_conversions for each statement execute function refuse_change();
