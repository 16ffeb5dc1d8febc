-- Parchment is looked up by its outturn, the first column of its file, among the rows of every file. Only rows that begin with an outturn stand in the
-- index, which those of parchment do; the condition is written in the query as it stands here.
create index upload_rows_by_outturn on upload_rows ((nullif(clean[1], ''))) where clean[1] ~ '^[0-5][0-9][A-Z]{2}[0-9]{4}$';
