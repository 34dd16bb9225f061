"""What the database itself refuses: a sheet, a sending, what was read of a picture or what was confirmed, changed or taken
away; one of another casino's table; and an inspector who prints, sends or confirms."""

from django.db import migrations

TABLES = ("sheets_sheet", "sheets_sending", "sheets_picture", "sheets_confirmation", "sheets_confirmation_pictures")
WHO = {"sheets_sheet": "issued_by_id", "sheets_sending": "by_id", "sheets_confirmation": "by_id"}

FUNCTIONS = """
CREATE FUNCTION sheets_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: what stands on paper is a record', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION sheets_of_one_casino() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.table_id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM casino_table WHERE id = NEW.table_id AND casino_id = NEW.casino_id) THEN
        RAISE EXCEPTION 'table % is not of casino %', NEW.table_id, NEW.casino_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

-- A picture belongs to a sheet of the casino that it was sent to; a confirmation to a session of the sheet's own table
CREATE FUNCTION sheets_picture_of_its_casino() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.sheet_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM sheets_sheet sheet JOIN sheets_sending sending ON sending.casino_id = sheet.casino_id
        WHERE sheet.id = NEW.sheet_id AND sending.id = NEW.sending_id
    ) THEN
        RAISE EXCEPTION 'sheet % is of another casino', NEW.sheet_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION sheets_confirmed_at_its_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM sheets_sheet sheet JOIN casino_tablesession session ON session.table_id = sheet.table_id
        WHERE sheet.id = NEW.sheet_id AND session.id = NEW.session_id
    ) THEN
        RAISE EXCEPTION 'session % is of another table', NEW.session_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER sheets_of_one_casino BEFORE INSERT ON sheets_sheet
    FOR EACH ROW EXECUTE FUNCTION sheets_of_one_casino();
CREATE TRIGGER sheets_of_one_casino BEFORE INSERT ON sheets_sending
    FOR EACH ROW EXECUTE FUNCTION sheets_of_one_casino();
CREATE TRIGGER sheets_of_its_casino BEFORE INSERT ON sheets_picture
    FOR EACH ROW EXECUTE FUNCTION sheets_picture_of_its_casino();
CREATE TRIGGER sheets_at_its_table BEFORE INSERT ON sheets_confirmation
    FOR EACH ROW EXECUTE FUNCTION sheets_confirmed_at_its_table();
ALTER TABLE sheets_sheet ENABLE ALWAYS TRIGGER sheets_of_one_casino;
ALTER TABLE sheets_sending ENABLE ALWAYS TRIGGER sheets_of_one_casino;
ALTER TABLE sheets_picture ENABLE ALWAYS TRIGGER sheets_of_its_casino;
ALTER TABLE sheets_confirmation ENABLE ALWAYS TRIGGER sheets_at_its_table;
"""

FORWARD = (
    FUNCTIONS
    + "".join(
        f"""
CREATE TRIGGER sheets_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION sheets_refuse();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER sheets_written_once;
REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM pitboss_app;
"""
        for table in TABLES
    )
    + "".join(
        f"""
CREATE TRIGGER portal_only_looks BEFORE INSERT ON {table}
    FOR EACH ROW EXECUTE FUNCTION portal_only_looks('{column}');
ALTER TABLE {table} ENABLE ALWAYS TRIGGER portal_only_looks;
"""
        for table, column in WHO.items()
    )
)

BACKWARD = (
    "".join(f"DROP TRIGGER portal_only_looks ON {table};\n" for table in WHO)
    + "".join(f"DROP TRIGGER sheets_written_once ON {table};\n" for table in TABLES)
    + """
DROP TRIGGER sheets_of_one_casino ON sheets_sheet;
DROP TRIGGER sheets_of_one_casino ON sheets_sending;
DROP TRIGGER sheets_of_its_casino ON sheets_picture;
DROP TRIGGER sheets_at_its_table ON sheets_confirmation;
DROP FUNCTION sheets_refuse, sheets_of_one_casino, sheets_picture_of_its_casino, sheets_confirmed_at_its_table;
"""
)


class Migration(migrations.Migration):
    dependencies = [("sheets", "0001_initial"), ("portal", "0001_inspectors_only_look")]

    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
