-- With what the house signs its papers, where its operator has given no certificate.

create table signing_keys (
  fingerprint text primary key check (fingerprint ~ '^[0-9A-F]{64}$'),
  sealed text not null check (sealed like 'v1.%'),
  made_at timestamptz not null
);
comment on table signing_keys is 'Certificates that the house made for itself, with their keys: the first paper that is signed makes one, and another '
  'one when the key of the house was lost.';
comment on column signing_keys.fingerprint is 'SHA-256 of the certificate, by which a reader knows it again.';
comment on column signing_keys.sealed is 'PKCS #12, sealed with the key of the house, which is in no database.';
grant select, insert on signing_keys to kahawa_wide;
create trigger append_only before update or delete or truncate on signing_keys for each statement execute function refuse_change();
