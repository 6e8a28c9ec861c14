-- What is done to a board before the first work under a lease, and after the lease: once for each, whoever does it.
ALTER TABLE "board_order" DROP CONSTRAINT "board_order_kind";
ALTER TABLE "board_order" ADD CONSTRAINT "board_order_kind"
  CHECK (kind IN ('power-on', 'power-off', 'power-cycle', 'power-read', 'check', 'before-lease', 'after-lease'));
CREATE UNIQUE INDEX "board_order_once_before" ON "board_order" (board_id, lease_id) WHERE kind = 'before-lease';

-- A lease that ends leaves its boards to those hooks, whoever ended it. Nobody waits for them.
CREATE FUNCTION order_after_lease() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO board_order (board_id, kind, asked_by)
  SELECT DISTINCT w.board_id, 'after-lease', 'engine' FROM reservation_board w JOIN board b ON b.id = w.board_id
   WHERE w.reservation_id = NEW.reservation_id AND (w.released_at IS NULL OR w.released_at >= NEW.granted_at)
     AND jsonb_typeof(b.hooks->'after') = 'array' AND jsonb_array_length(b.hooks->'after') > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "lease_orders" AFTER UPDATE OF ended_at ON "lease" FOR EACH ROW
  WHEN (NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL) EXECUTE FUNCTION order_after_lease();
