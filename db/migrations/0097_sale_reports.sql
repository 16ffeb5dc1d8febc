-- Which sales are not settled yet is asked of legs that have not arrived.

create index on eslip_legs (eslip_id) where status <> 'PAID';
