internal import DeviceRegistry
internal import Foundation
internal import LibraryMaintenance
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel

extension LibrarySync {
    /// Exchanges with the registry, if there is something new by the names of the files.
    ///
    /// A library that joined no registry, or whose registry is not there, needs a few system calls.
    package func runIfNews() throws {
        // Another process exchanges already, or waits for a disk.
        guard isJoined, let lock = try ExchangeLock.ifFree(in: library.folder) else { return }
        defer { lock.release() }
        if try hasNews() { _ = try exchange(Date()) }
    }

    private func hasNews() throws -> Bool {
        let connection = try connection()
        let log = try connection.open().log(connection.key)
        guard try catalog.joinedRegistry() == connection.registry, let own = try catalog.ownWriter(),
            try !catalog.unpublishedRegisters().isAnyWaiting, try !catalog.hasNewAssets()
        else { return true }
        let written = SequenceRanges(try log.segments(of: own).map(\.range))
        let ownLog = library.folder.log(of: library.libraryID)
        guard try ownLog.segments(of: own).allSatisfy({ written.contains($0.range) }) else { return true }
        return try log.writers().contains { writer in
            guard writer != own else { return false }
            let known = try catalog.knownSequences(of: writer)
            return try !log.segments(of: writer).allSatisfy { known.contains($0.range) }
        }
    }
}
