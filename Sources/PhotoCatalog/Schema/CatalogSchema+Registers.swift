extension CatalogSchema {
    /// What persons set and the log does not have yet.
    static let registers = """
        -- Values for the log outside of the catalogue: see `Register`. They are made in the transaction that changes
        -- the value, and removed when a segment has them. `subject` and `key` begin with their code. `time` is that of
        -- the stamp. `sequence` is NULL until the value is about to be written.
        CREATE TABLE unpublishedRegister (
            subject BLOB NOT NULL,
            key BLOB NOT NULL,
            value BLOB NOT NULL,
            time INTEGER NOT NULL,
            sequence INTEGER,
            PRIMARY KEY (subject, key)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX unpublishedRegister_sequence ON unpublishedRegister (sequence)
            WHERE sequence IS NOT NULL;

        -- Of a library that joined a registry: the value of each name that counts, after the log of this library has it
        -- or when another device set it. `state` as `RegisterState` numbers it.
        CREATE TABLE knownRegister (
            subject BLOB NOT NULL,
            key BLOB NOT NULL,
            value BLOB NOT NULL,
            time INTEGER NOT NULL,
            writer BLOB NOT NULL CHECK (length(writer) = 16),
            sequence INTEGER NOT NULL,
            state INTEGER NOT NULL,
            PRIMARY KEY (subject, key)
        ) WITHOUT ROWID;
        CREATE INDEX knownRegister_waiting ON knownRegister (state, writer) WHERE state <> 1;

        -- The sequences of the other devices' values that this catalogue has, in ranges that do not touch each other.
        CREATE TABLE knownSequence (
            writer BLOB NOT NULL CHECK (length(writer) = 16),
            first INTEGER NOT NULL,
            last INTEGER NOT NULL,
            PRIMARY KEY (writer, first)
        ) WITHOUT ROWID;

        -- The last sequence of a writer that a device has read, without a gap before it, as that device says. Of this
        -- device: the last own sequence that the registry has.
        CREATE TABLE readSequence (
            device BLOB NOT NULL CHECK (length(device) = 16),
            writer BLOB NOT NULL CHECK (length(writer) = 16),
            last INTEGER NOT NULL,
            PRIMARY KEY (device, writer)
        ) WITHOUT ROWID;

        -- The greatest time of a device's values.
        CREATE TABLE latestTime (
            writer BLOB NOT NULL PRIMARY KEY CHECK (length(writer) = 16),
            time INTEGER NOT NULL
        ) WITHOUT ROWID;
        """

    /// The values that the open transaction sets.
    ///
    /// `time` is NULL for a value that is set now. Only the connection that writes has the table.
    static let pendingRegister = """
        CREATE TEMP TABLE pendingRegister (
            subject BLOB NOT NULL,
            key BLOB NOT NULL,
            value BLOB NOT NULL,
            time INTEGER,
            PRIMARY KEY (subject, key)
        ) WITHOUT ROWID;
        """
}
