-- Which ticket a book was last completed under. A ticket is gone once it is used; this tells a run
-- that slept past its lease that another one took its place, also when that one is done.
-- The triggers of the log do not look at it.
ALTER TABLE books ADD COLUMN completed_by INTEGER;
