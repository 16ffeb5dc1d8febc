comment on column signing_keys.sealed is 'Key and certificate in PEM, sealed with the key of the house, which is in no database; earlier releases sealed PKCS #12.';
