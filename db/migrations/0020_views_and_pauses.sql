-- What the limits of a member and of a lender are made of, in words; and everybody whose payment waits may read why.
comment on view farmer_limits is 'The limit of a member in a season, from the ledger: granted, used, reserved, owed of earlier seasons, and free in whole shillings.';
comment on view lender_limits is 'The part of one lender of the limit of a member: never more than the member has free in all.';
grant select on channel_pauses to kahawa_app;
