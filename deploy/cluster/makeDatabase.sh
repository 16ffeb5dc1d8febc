#!/bin/sh
# Patroni runs this once, when the cluster is made, with the address of the superuser: makes the owner of Kahawa's database, who is
# no superuser, and the database. KAHAWA_DATABASE_PASSWORD comes from /etc/kahawa/patroni.env.
set -eu
: "${KAHAWA_DATABASE_PASSWORD:?}"
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname "$1" <<'SQL'
\set password `printenv KAHAWA_DATABASE_PASSWORD`
create role kahawa login createrole password :'password';
-- How far its standbys are: Kahawa passes it on to functions of its own.
grant pg_read_all_stats to kahawa with admin option;
create database kahawa owner kahawa;
SQL
