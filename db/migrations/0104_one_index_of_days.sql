-- The latest sales are found by the parts of lots, which know their day.
drop index eslips_sale_date_idx;
