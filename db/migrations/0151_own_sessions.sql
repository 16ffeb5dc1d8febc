-- Users see where they are signed in, and end what is not theirs.
alter table sessions add column id uuid not null default gen_random_uuid();
alter table sessions add constraint sessions_id_key unique (id);
alter table sessions add column address text not null default '';
comment on column sessions.id is 'Names a session to its owner; it opens nothing.';
comment on column sessions.user_agent is 'What the browser called itself when it signed in.';
comment on column sessions.address is 'The network address that signed in; empty for sessions from before it was kept.';
