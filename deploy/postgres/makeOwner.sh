#!/bin/sh
# Run once, when the database is made: an owner who is no superuser, and may make the roles of the program.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/database_password)" --username=postgres --dbname=postgres <<'SQL'
create role kahawa login createrole password :'password';
create database kahawa owner kahawa;
SQL
