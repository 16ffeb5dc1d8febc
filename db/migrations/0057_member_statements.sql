-- Printed statements of members are of loans or of payments: one register, one code, one page that checks them.

alter table loan_statements rename to member_statements;
alter table member_statements
  add column kind text not null default 'loan_statement' check (kind in ('loan_statement', 'payment_statement'));
alter table member_statements alter column kind drop default;
comment on table member_statements is 'Statements of members that were printed. The paper carries a code of a hundred random bits, of which only the hash is kept: '
  'who reads this table can print no paper that checks, and who holds a paper learns no more than it shows.';
comment on column member_statements.initials is 'Of the member, as the check of a loan statement shows them; empty for a payment statement.';
comment on column member_statements.closing_cents is 'What was owed at the end, or all that was paid until then.';
comment on column member_statements.kind is 'What it is about.';

drop function check_loan_statement(bytea);
-- What a code says, to anybody who has it. There is no way to ask for another one than by its whole code.
create function check_member_statement(hash bytea)
  returns table (kind text, initials text, organisation text, from_day date, to_day date, closing_cents bigint, issued_at timestamptz, fingerprint text)
  language sql stable security definer as $$
  select s.kind, s.initials, o.name, s.from_day, s.to_day, s.closing_cents, s.issued_at, s.fingerprint
  from member_statements s join organisations o on o.id = s.organisation_id where s.code_hash = hash
$$;
call guard('check_member_statement(bytea)');
grant execute on function check_member_statement(bytea) to kahawa_auth, kahawa_app, kahawa_wide;
