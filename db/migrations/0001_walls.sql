-- The walls: roles, and what every table and every function of ours ends with. In the files that follow each table stands whole:
-- its columns and what they mean, its indexes, its wall, and who may do what.

-- Roles stand between the program and the rows, and none of them owns a table, so none passes row-level security.
-- kahawa_app sees one organisation, named by app.organisation. kahawa_wide sees all of them and is taken per transaction by users
-- whose type of organisation sees everybody. kahawa_auth reads what signing in needs. Who may use the product is decided by people
-- who must never read its records: kahawa_admin reaches users, roles and organisations of all, and no table of the trade.
-- Functions that run with their owner's rights belong to kahawa_functions, which nobody logs in as: to the owner of the tables, who
-- is superuser in the embedded database, one function that was fooled would be the whole database.
do $$
declare name text;
begin
  foreach name in array array['kahawa_app', 'kahawa_wide', 'kahawa_auth', 'kahawa_admin', 'kahawa_functions'] loop
    begin
      execute format('create role %I nologin nosuperuser nobypassrls', name);
    -- Roles are the cluster's: another database of it, or another server that starts now, may have made them.
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
  -- The role's own attribute says that it has nothing of the others until it takes them: PostgreSQL 15 knows no such word of a grant.
  if (select rolinherit from pg_roles where rolname = 'kahawa_app') then alter role kahawa_app noinherit; end if;
  grant kahawa_wide, kahawa_auth, kahawa_admin to kahawa_app;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    -- Who migrates replaces functions later, and must be allowed to without being superuser: of kahawa_functions it inherits.
    execute format('grant kahawa_app, kahawa_wide, kahawa_auth, kahawa_admin, kahawa_functions to %I', current_user);
  end if;
end $$;
revoke create on schema public from public;
grant usage on schema public to kahawa_app, kahawa_wide, kahawa_auth, kahawa_admin, kahawa_functions;
-- Who may call a function is said by its grants.
alter default privileges revoke execute on functions from public;

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

-- Searches look for parts of words, within one organisation.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Every function of ours ends with this: called by nobody whom no grant names, the temporary schema searched last, and the rights
-- of its owner those of kahawa_functions.
create procedure guard(guarded regprocedure) language plpgsql as $$
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
call guard('guard(regprocedure)');

-- Ids that grow with time (RFC 9562, version 7), as PostgreSQL 18 makes them itself: 48 bits of milliseconds, 12 of their parts, then chance.
do $$ begin
  if to_regprocedure('pg_catalog.uuidv7()') is null then
    create function uuidv7() returns uuid language sql volatile parallel safe return (
      select encode(overlay(uuid_send(gen_random_uuid()) placing substring(int8send(us / 1000) from 3)
          || substring(int4send((28672 + us % 1000 * 4096 / 1000)::int) from 3) from 1 for 8), 'hex')::uuid
        from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) at);
    call guard('public.uuidv7()');
    grant execute on function public.uuidv7() to kahawa_app, kahawa_wide, kahawa_auth, kahawa_admin, kahawa_functions;
  end if;
end $$;

-- The organisation whose wall this transaction is in. The policies ask it in the name of whoever reads.
create function app_organisation() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.organisation', true), '')::uuid;
call guard('app_organisation()');
grant execute on function app_organisation() to kahawa_app, kahawa_wide, kahawa_auth, kahawa_admin, kahawa_functions;

-- Every table of an organisation is walled the same way.
create procedure wall(walled regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', walled);
  execute format('create policy own_organisation on %s to kahawa_app using (organisation_id = (select app_organisation()))', walled);
  execute format('create policy every_organisation on %s to kahawa_wide using (true)', walled);
end $$;
call guard('wall(regclass)');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
call guard('refuse_change()');

comment on table schema_migrations is 'Which migrations this database has, and the hash of each; written by the program when it applies one.';
