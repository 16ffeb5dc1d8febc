-- A part follows its e-slip in much that no price hangs on, such as its warrant, one statement for each: only what is added up leaves a mark.
drop trigger prices_due_changed on eslip_shares;
create function part_priced_otherwise() returns trigger language plpgsql security definer as $$
begin
  insert into price_figures_due select distinct g from unnest(array[old.grower_id, new.grower_id]) g;
  return null;
end $$;
call guard('part_priced_otherwise()');
create trigger part_priced_otherwise after update on eslip_shares for each row
  when ((new.grower_id, new.kilograms, new.gross_cents, new.net_cents, new.season, new.sale_number, new.sale_date, new.voided)
    is distinct from (old.grower_id, old.kilograms, old.gross_cents, old.net_cents, old.season, old.sale_number, old.sale_date, old.voided))
  execute function part_priced_otherwise();
