-- Signing in through the provider of one's organisation (OpenID Connect): it says who somebody is, and nothing else.

create table sign_in_providers (
  organisation_id uuid primary key references organisations on delete restrict,
  issuer text not null,
  client_id text not null,
  client_secret text not null,
  required boolean not null,
  break_glass text not null default '',
  active boolean not null,
  changed_at timestamptz not null
);
comment on table sign_in_providers is 'Where the users of an organisation may sign in beside their password. Made and changed by two administrators.';
comment on column sign_in_providers.client_secret is 'Sealed for this organisation and issuer. Administration writes it and cannot read it.';
comment on column sign_in_providers.required is 'Passwords of the organisation open nothing any more, but that of `break_glass`.';
comment on column sign_in_providers.break_glass is 'The user whose password opens all the same, for the day the provider is down. Empty: nobody.';
call wall('sign_in_providers');
create policy sign_in on sign_in_providers to kahawa_auth using (true);
create policy administration on sign_in_providers to kahawa_admin using (true);
grant select on sign_in_providers to kahawa_auth;
grant select (organisation_id, issuer, client_id, required, break_glass, active, changed_at), insert, update on sign_in_providers to kahawa_admin;

create table proposed_secrets (
  change_id uuid primary key references change_requests on delete cascade,
  client_secret text not null
);
comment on table proposed_secrets is 'Secrets of providers in changes that are not decided yet, sealed as they will be kept: the change itself says only that there is one.';
grant select, insert, delete on proposed_secrets to kahawa_admin;

create table provider_identities (
  user_id uuid primary key references users on delete cascade,
  organisation_id uuid not null references organisations on delete restrict,
  issuer text not null,
  subject text not null,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (organisation_id, issuer, subject)
);
comment on table provider_identities is 'Which person of a provider a user is. Made at the first sign-in by a verified e-mail address, and by the subject ever after.';
call wall('provider_identities');
create policy sign_in on provider_identities to kahawa_auth using (true);
create policy administration on provider_identities to kahawa_admin using (true);
create policy functions on provider_identities to kahawa_functions using (true);
grant select, insert, update (last_used_at) on provider_identities to kahawa_auth;
grant select (organisation_id, issuer), delete on provider_identities to kahawa_admin;
grant select (user_id), delete on provider_identities to kahawa_functions;

create table provider_requests (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider_id uuid not null references sign_in_providers on delete cascade,
  issuer text not null,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamptz not null
);
comment on table provider_requests is 'Sign-ins that are on their way to a provider and back: each serves once, in the browser that began it.';
create index on provider_requests (provider_id);
create index on provider_requests (expires_at);
grant select, insert, delete on provider_requests to kahawa_auth;

-- As before, and who is given a new way in is linked anew.
create or replace function forget_sign_in(forgotten uuid, second_factor boolean) returns void language sql security definer as $$
  delete from known_devices where user_id = forgotten;
  delete from provider_identities where user_id = forgotten;
  delete from passkeys where user_id = forgotten and second_factor;
  update users set password_hash = null,
    totp_secret = case when second_factor then null else totp_secret end,
    totp_confirmed_at = case when second_factor then null else totp_confirmed_at end,
    totp_last_step = case when second_factor then null else totp_last_step end,
    recovery_hashes = case when second_factor then '{}' else recovery_hashes end
  where id = forgotten;
$$;
call guard('forget_sign_in(uuid, boolean)');
grant execute on function forget_sign_in(uuid, boolean) to kahawa_admin;
