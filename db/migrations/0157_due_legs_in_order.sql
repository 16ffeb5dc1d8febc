-- What is sent next is found without putting all that waits in order: of a schedule of 100,000 members 400 are sent at a time.
create index payout_legs_due on payout_legs ((kind = 'INTERNAL'), next_at, id) where status = 'QUEUED' and channel <> 'rtgs';
