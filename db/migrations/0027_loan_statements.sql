-- Loan statements that were printed. The paper carries a code of a hundred random bits, of which only the hash is kept: who
-- reads this table can print no paper that checks, and who holds a paper learns no more than it shows.
create table loan_statements (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete restrict,
  farmer_id uuid not null references farmers on delete restrict,
  code_hash bytea not null unique check (length(code_hash) = 32),
  initials text not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  closing_cents bigint not null,
  -- Of every line as it is printed.
  fingerprint text not null check (fingerprint ~ '^[0-9A-F]{16}$'),
  issued_by uuid not null references users on delete restrict,
  issued_at timestamptz not null
);
create index on loan_statements (farmer_id, id);
create trigger append_only before update or delete or truncate on loan_statements for each statement execute function refuse_change();
call wall('loan_statements');
grant select, insert on loan_statements to kahawa_app, kahawa_wide;

-- What a code says, to anybody who has it. There is no way to ask for another one than by its whole code.
create function check_loan_statement(hash bytea)
  returns table (initials text, organisation text, from_day date, to_day date, closing_cents bigint, issued_at timestamptz, fingerprint text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.initials, o.name, s.from_day, s.to_day, s.closing_cents, s.issued_at, s.fingerprint
  from loan_statements s join organisations o on o.id = s.organisation_id where s.code_hash = hash
$$;
revoke execute on function check_loan_statement(bytea) from public;
grant execute on function check_loan_statement(bytea) to kahawa_auth, kahawa_app, kahawa_wide;
