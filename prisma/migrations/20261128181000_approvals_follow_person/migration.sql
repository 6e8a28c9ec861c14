-- Whoever is reached at another address is no second person: what they proposed and approved goes with them while it is open.
-- What is closed keeps the address that it was decided under.
CREATE FUNCTION approvals_follow_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_was text := CASE WHEN OLD.is_owner AND OLD.email = 'owner@firmloop.invalid' THEN 'owner' ELSE OLD.email END;
  v_is text := actor_of(NEW.id);
BEGIN
  UPDATE review_approval a SET person = v_is FROM review_proposal p
  WHERE a.person = v_was AND p.id = a.proposal_id AND p.status = 'open';
  UPDATE review_proposal SET by = v_is WHERE by = v_was AND status = 'open';
  RETURN NULL;
END $$;
CREATE TRIGGER "person_approvals_follow" AFTER UPDATE OF email ON "person" FOR EACH ROW
  WHEN (OLD.email <> NEW.email) EXECUTE FUNCTION approvals_follow_person();
