-- Settings are people's: a runner reads those that it works by and changes none.
CREATE FUNCTION tables_read_by_runners() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['channel', 'notice_rule', 'wait_policy', 'criteria_preset']
$$;

-- Gives a role what runners need, of tables that came later too, and takes what it should not have. The audit log can be added
-- to and not read.
CREATE OR REPLACE FUNCTION grant_runner(p_role text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_table record;
BEGIN
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), p_role);
  EXECUTE format('GRANT USAGE ON SCHEMA public, pgboss TO %I', p_role);
  EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA public, pgboss TO %I', p_role);
  EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public, pgboss TO %I', p_role);
  FOR v_table IN SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 'pgboss')
      AND NOT (schemaname = 'public' AND tablename = ANY (tables_without_runners() || tables_read_by_runners() || ARRAY['audit'])) LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I.%I TO %I', v_table.schemaname, v_table.tablename, p_role);
  END LOOP;
  FOR v_table IN SELECT unnest(tables_read_by_runners()) AS tablename LOOP
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I FROM %I', v_table.tablename, p_role);
    EXECUTE format('GRANT SELECT ON %I TO %I', v_table.tablename, p_role);
  END LOOP;
  EXECUTE format('GRANT INSERT ON audit TO %I', p_role);
END $$;
