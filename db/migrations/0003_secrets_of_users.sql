-- What signing in needs stays with the sign-in: the roles that read and write records see who a user is, never a password's
-- hash or the secret of a second factor.
revoke select on users from kahawa_app, kahawa_wide;
grant select (id, organisation_id, username, full_name, role_name, status, created_at) on users to kahawa_app, kahawa_wide;
