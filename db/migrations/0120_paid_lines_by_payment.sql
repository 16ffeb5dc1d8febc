-- What of a payment has reached members, and when, is added up from the index alone: a season of all societies has a line for each member and cycle.
drop index schedule_lines_communal_payment_id_status_idx;
create index on schedule_lines (communal_payment_id, status) include (net_cents, settled_at);
