package import DeviceRegistry
internal import GRDB
package import PhotoModel

extension PhotoCatalog {
    /// The photos that other devices deleted and that wait for a person, the newest deletion first.
    package func heldDeletions() throws(PhotoLibraryError) -> [(localIdentifier: String, register: Register)] {
        try read { try $0.heldDeletions() }
    }
}

extension Database {
    func heldDeletions() throws -> [(localIdentifier: String, register: Register)] {
        try Row.fetchAll(
            self,
            sql: """
                SELECT \(Self.knownColumns), localIdentifier FROM knownRegister
                JOIN asset ON stableID = substr(subject, 2)
                WHERE state = \(RegisterState.isHeld.rawValue) AND state <> 1 ORDER BY time DESC, subject
                """
        ).compactMap { row in Register(known: row).map { (row[6], $0) } }
    }
}
