-- Of years of coffee a tracker looks at what is not sold yet; the rest it finds by the day of its sale.
create index open_lots on catalogue_records (created_at) where status not in ('REJECTED', 'WITHDRAWN', 'SOLD');
create index open_dispatch on dispatch_records (created_at) where status not in ('REJECTED', 'DELETED', 'PENDING_PAYMENT', 'PAID', 'COLLECTED');
