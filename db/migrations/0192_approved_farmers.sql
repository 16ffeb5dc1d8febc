-- How many farmers it holds is known without counting them.
alter index farmers_member_number_id_idx rename to farmers_approved;
