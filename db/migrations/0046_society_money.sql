-- Money that comes to the accounts of societies, as the bank's own statement tells it.

-- Every number that an account of a society ever had: what the bank says of one stays readable, and it becomes nobody else's.
create table society_account_numbers (
  account_number text primary key,
  organisation_id uuid not null references organisations on delete restrict,
  purpose text not null,
  since timestamptz not null
);
comment on table society_account_numbers is 'Every number that an account of a society has or had. Written by a trigger, never changed.';
create index on society_account_numbers (organisation_id);
call wall('society_account_numbers');
create policy functions on society_account_numbers to kahawa_functions using (true);
grant select on society_account_numbers to kahawa_app, kahawa_wide;
grant select, insert on society_account_numbers to kahawa_functions;

create function keep_society_number() returns trigger language plpgsql security definer as $$
begin
  insert into society_account_numbers (account_number, organisation_id, purpose, since)
    values (new.account_number, new.organisation_id, new.purpose, new.changed_at) on conflict (account_number) do nothing;
  if not exists (select from society_account_numbers where account_number = new.account_number
      and organisation_id = new.organisation_id and purpose = new.purpose) then
    raise exception 'the number was another account''s' using errcode = 'unique_violation';
  end if;
  return null;
end $$;
call guard('keep_society_number()');
insert into society_account_numbers (account_number, organisation_id, purpose, since)
  select account_number, organisation_id, purpose, changed_at from society_accounts;
create trigger keep_number after insert or update of account_number on society_accounts for each row execute function keep_society_number();

-- Our accounts at banks, whose each is and in which currency: of a fund three, of a society four, with the numbers of before.
create view kept_accounts with (security_invoker = true) as
  select organisation_id, account_number, 'FUND' as purpose, 'KES' as currency, true as is_current from funds
  union all select organisation_id, transit_number, 'TRANSIT', 'KES', true from funds
  union all select organisation_id, mpesa_short_code, 'MPESA', 'KES', true from funds
  union all select n.organisation_id, n.account_number, n.purpose, case n.purpose when 'FARMERS_KES' then 'KES' else 'USD' end,
      exists (select from society_accounts s where s.account_number = n.account_number)
    from society_account_numbers n;
comment on view kept_accounts is 'Every account at a bank that is held against its statements, of funds and of societies.';
grant select on kept_accounts to kahawa_app, kahawa_wide;

alter table recon_items drop constraint recon_items_kind_check;
alter table recon_items add constraint recon_items_kind_check
  check (kind in ('NEW', 'MATCHED', 'CREDITED', 'MISSING_IN_BANK', 'MISSING_HERE', 'AMOUNT_DIFFERS', 'PAID_TWICE'));
comment on column recon_items.kind is 'NEW is not looked at yet; each other one says what the comparison has shown. CREDITED: money that came in on an '
  'account of a society and stands in its books by the bank''s own word.';

-- A society asks for the statements of its own accounts.
grant insert on bank_statement_pulls to kahawa_app;
