-- The role every pooled connection takes on; `store/src/service_role.sql` gives it its rights. Roles belong to the
-- cluster, not to this database: another database may have made it already, or be making it now.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'kifu_service') THEN
        RETURN;
    END IF;
    CREATE ROLE kifu_service NOLOGIN;
EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL;
    -- An owner without the right to create roles, as in many managed databases, does without it, or finds it there: the
    -- PostgreSQL that kifu starts has it.
    WHEN insufficient_privilege THEN NULL;
END
$$;

-- An owner who is no superuser must be a member to SET ROLE. Two databases granting at once
-- disturb each other in the shared catalogue (XX000 "tuple concurrently updated"), hence the tries.
DO $$
BEGIN
    IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
        OR NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'kifu_service') THEN
        RETURN;
    END IF;
    FOR attempt IN 1..10 LOOP
        BEGIN
            GRANT kifu_service TO CURRENT_USER;
            RETURN;
        EXCEPTION
            WHEN unique_violation OR internal_error THEN
                PERFORM pg_sleep(0.05);
            -- Whoever may give it away has given it already, or does not want to.
            WHEN insufficient_privilege THEN
                RETURN;
        END;
    END LOOP;
    RAISE 'kifu_service could not be granted to %', current_user;
END
$$;
