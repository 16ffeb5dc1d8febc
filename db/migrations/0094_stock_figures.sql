-- What a grade fetched at a sale. The exchange prints what each grade fetched on average. Of fewer than three growers nobody learns it: who is one of two would know the other's price.
create function grade_averages(of_season text) returns table (sale_number integer, grade text, price_cents bigint)
  language sql stable security definer as $$
  select e.sale_number::integer, e.grade, round(sum(e.kilograms * e.price_cents) / sum(e.kilograms))::bigint
  from eslips e where e.season = of_season and e.status <> 'VOID'
  group by 1, 2 having count(distinct e.grower_id) >= 3
$$;
call guard('grade_averages(text)');
grant execute on function grade_averages(text) to kahawa_app, kahawa_wide;
comment on function grade_averages(text) is 'Cents of a dollar for 50 kg, by kilograms, of each sale and grade of a season of which lots of three growers at least were sold.';
