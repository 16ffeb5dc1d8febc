-- Functions that run with their owner's rights belonged to the owner of the tables, who is superuser in the embedded database:
-- one function that was fooled was the whole database. They belong to a role of their own from here on, which nobody logs in as,
-- which owns no table and reaches by grants and policies what its functions need and nothing else.
do $$
begin
  begin
    create role kahawa_functions nologin nosuperuser nobypassrls;
  exception when duplicate_object or unique_violation then null;
  end;
  -- Who migrates replaces these functions later, and must be allowed to without being superuser.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant kahawa_functions to %I with inherit true, set true', current_user);
  end if;
end $$;
revoke create on schema public from public;
grant usage on schema public to kahawa_functions;
-- Who may call a function is said by its grants.
alter default privileges revoke execute on functions from public;

-- Every function of ours ends with this: called by nobody whom no grant names, the temporary schema searched last, and the rights
-- of its owner those of kahawa_functions.
create procedure guard(guarded regprocedure) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  found_in pg_proc := (select p from pg_proc p where p.oid = guarded);
begin
  execute format('revoke execute on routine %s from public', guarded);
  -- What is bound when it is made looks for no name later, and must stay without a setting to be inlined into the policies.
  if found_in.prosqlbody is null or found_in.prosecdef then
    execute format('alter routine %s set search_path = public, pg_temp', guarded);
  end if;
  if found_in.prosecdef then
    grant create on schema public to kahawa_functions;
    execute format('alter routine %s owner to kahawa_functions', guarded);
    revoke create on schema public from kahawa_functions;
  end if;
end $$;

do $$
declare each regprocedure;
begin
  for each in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') loop
    call guard(each);
  end loop;
end $$;
-- The policies ask it in the name of whoever reads.
grant execute on function app_organisation() to kahawa_app, kahawa_wide, kahawa_auth, kahawa_admin, kahawa_functions;
grant execute on function add_to_seasons(season_weights[]) to kahawa_functions;

-- Signing in.
grant select, update (last_seen_at) on sessions to kahawa_functions;
grant select (id, organisation_id, username, full_name, language, role_name, status, leave_from, leave_to, totp_secret, totp_confirmed_at, totp_last_step, recovery_hashes),
  update (password_hash, totp_secret, totp_confirmed_at, totp_last_step, recovery_hashes) on users to kahawa_functions;
grant select on organisations, roles, settings to kahawa_functions;
grant select (user_id), delete on known_devices to kahawa_functions;
-- Searches, and what is registered elsewhere.
grant select on audit_events, farmers, cherry_deliveries, loan_requests, uploads, upload_rows, loan_statements to kahawa_functions;
-- Weights, weeks and figures.
grant select, insert, update on season_weights, season_totals to kahawa_functions;
grant select, insert, delete on delivery_weeks, waiting_deliveries to kahawa_functions;
grant insert on figures_due to kahawa_functions;
-- News.
grant select, insert, update (count, created_at, read_at) on notifications to kahawa_functions;
-- The ledger.
grant select on funds, ledger_account_kinds, ledger_movements to kahawa_functions;
grant select, insert, update on ledger_accounts to kahawa_functions;
grant select, insert, delete on ledger_holds to kahawa_functions;
grant select, insert on ledger_entries to kahawa_functions;

-- Its functions reach across organisations and ask themselves who calls.
do $$
declare walled regclass;
begin
  for walled in select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      and (has_any_column_privilege('kahawa_functions', c.oid, 'select') or has_any_column_privilege('kahawa_functions', c.oid, 'insert')) loop
    execute format('create policy functions on %s to kahawa_functions using (true)', walled);
  end loop;
end $$;

-- A large object has no organisation and no wall. Only a superuser can close what PostgreSQL brings along.
do $$
declare each regprocedure;
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    for each in select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace and proname in ('lo_creat', 'lo_create', 'lo_from_bytea') loop
      execute format('revoke execute on function %s from public', each);
    end loop;
  end if;
end $$;

-- What the bank itself has told is kept apart from what a file says that people have brought: only the first settles alone.
alter table recon_items add column told_by_bank boolean not null default false;
update recon_items i set told_by_bank = true from bank_statement_lines l join bank_statements s on s.id = l.statement_id
  where l.id = i.line_id and s.source = 'BANK';
-- DENIED: the bank's own word on the payment is another one than this line's. NOT_TOLD: the bank's own statement of that day lacks the line.
alter table recon_items drop constraint recon_items_note_check,
  add constraint recon_items_note_check check (note in ('', 'REFUSED_HERE', 'OTHER_DIRECTION', 'DENIED', 'NOT_TOLD'));
-- A file that a person has brought counts when another person has approved it.
alter table bank_statements add column approved_by uuid references users on delete restrict,
  add constraint maker_is_not_checker check (approved_by is null or (made_by is not null and made_by <> approved_by));
create index on bank_statements (approved_by);
