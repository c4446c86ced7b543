public import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel

/// What of a library is on this device, what is elsewhere, and how safe it is.
public struct LibraryStatus: Sendable {
    /// A number of files and their bytes.
    public struct Files: Sendable, Hashable {
        /// The number of files.
        public let count: Int
        /// Their size in bytes.
        public let bytes: Int64
    }

    /// The files in the library's folder.
    public let here: Files
    /// The files outside of it that the library refers to.
    public let references: Files
    /// The files that are in stores only.
    public let elsewhere: Files
    /// The files that are neither on this device nor in a store, as far as is known.
    public let lost: Files
    /// The files by the number of sites of stores that have a copy; those on this device are not counted as one.
    public let filesByCopySites: [Int: Files]
    /// The files in the library's folder that an offload with copies at two sites would remove, if the stores have what
    /// the catalogue lists.
    public let offloadable: Files
    /// The free bytes of the library's disk.
    public let freeBytes: Int64
    /// The stores, in the order in which they were added.
    public let stores: [StoreDescription]
    /// When the copy of the catalogue in the library's folder was made; `nil` without a copy.
    public let catalogCopyDate: Date?
    /// The number of files that a check found damaged or missing.
    public let damagedFiles: Int
    /// The latest date that the library recorded of its stores and copies of its catalogue; `nil` without one.
    ///
    /// If it is in the future, the clock of this computer is wrong, or was.
    public let latestRecordedDate: Date?

    package init(_ stores: LibraryStores, catalogCopyDate: Date?) throws {
        let catalog = stores.library.catalog
        let files = try catalog.filesByLocation()
        (here, references, elsewhere) = (Files(files.here), Files(files.references), Files(files.elsewhere))
        lost = try Files(catalog.lostFiles())
        filesByCopySites = try catalog.filesByCopySites().mapValues(Files.init)
        offloadable = try Files(
            catalog.offloadableFiles(
                copiedTo: OffloadRules.countedStores(of: stores), atSites: OffloadRequest.defaultCopies))
        freeBytes = try Int64(Volume(of: stores.library.folder.path).availableBytes)
        self.stores = try StoreManager(stores).descriptions()
        self.catalogCopyDate = catalogCopyDate
        damagedFiles = try catalog.damagedFiles().count
        latestRecordedDate = (self.stores.flatMap(\.dates) + [catalogCopyDate].compactMap(\.self)).max()
    }
}

extension LibraryStatus.Files {
    fileprivate init(_ count: FileCount) { self.init(count: count.files, bytes: count.bytes) }
}

extension StoreDescription {
    /// When something was recorded of the store.
    fileprivate var dates: [Date] {
        [addedDate, lastSuccess, lastFailureDate, catalogCopyDate].compactMap(\.self)
    }
}
