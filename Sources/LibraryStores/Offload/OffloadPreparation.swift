internal import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoModel
internal import RemoteStores
internal import SystemPackage
internal import SystemSupport

extension Offloader {
    /// Prepares the removal of files: asks the stores for the copies, and makes previews and stubs.
    struct Preparation: Sendable {
        private let stores: LibraryStores
        private let connected: [UUID: ConnectedStore]
        private var rules: OffloadRules
        private let loading: LoadProgress
        private let isRehearsal: Bool
        private var library: LibraryContext { stores.library }

        /// - Throws: `changeNotSupported` if the library has no store.
        init(_ stores: LibraryStores, _ request: OffloadRequest, _ loading: LoadProgress) throws {
            self.stores = stores
            self.loading = loading
            isRehearsal = request.isRehearsal
            var failures: [String: PhotoLibraryError] = [:]
            let reached = try stores.reachable(named: nil, &failures, until: loading.cancellation)
            connected = Dictionary(reached.map { ($0.record.id, $0) }) { first, _ in first }
            // A rehearsal writes nothing.
            for store in isRehearsal ? [] : reached {
                // A service that cannot do what a store needs may have lost what was written to it. Other failures show
                // when the store is asked for a copy.
                do { try store.store.checkService(loading.cancellation) } catch let error as PhotoLibraryError
                    where error.code == .changeNotSupported
                {
                    failures[store.record.name] = try stores.noted(error, of: store.connection)
                } catch { try loading.checkIsNotCancelled() }
            }
            rules = OffloadRules(
                stores: try OffloadRules.stores(of: stores, failures: failures), neededSites: max(1, request.copies),
                dayOfUse: try stores.library.catalog.dayOfUse())
            // A store that has an original but no catalogue that names it could not give the photo back.
            if !isRehearsal {
                for store in try writeCatalogCopies() {
                    rules.stores[store.record.id]?.obstacle = .storeUnavailable(store: store.record.name)
                }
            }
        }

        /// The stores whose copies count.
        private var counted: [ConnectedStore] {
            connected.values.filter { rules.stores[$0.record.id]?.obstacle == nil }
        }

        /// Writes copies of the catalogue to the stores whose copies count.
        ///
        /// One store that has a copy of at most a day is enough: a full disk has no space for another one.
        ///
        /// - Returns: The stores that do not answer any more.
        /// - Throws: `cancelled`; the first failure if no store has such a copy.
        func writeCatalogCopies() throws -> [ConnectedStore] {
            var failure: PhotoLibraryError?
            var hasCopy = false
            var silent: [ConnectedStore] = []
            for store in counted {
                do {
                    try stores.writeCatalogCopy(to: store, until: loading.cancellation)
                    hasCopy = true
                } catch {
                    try loading.checkIsNotCancelled()
                    failure = failure ?? PhotoLibraryError(converting: error).naming(store: store.record.name)
                    do {
                        let isRecent = try stores.hasRecentCatalogCopy(in: store, until: loading.cancellation)
                        hasCopy = hasCopy || isRecent
                    } catch { silent.append(store) }
                }
            }
            if let failure, !hasCopy { throw failure }
            return silent
        }

        /// Checks that no other disk was put at the place of a store meanwhile.
        func checkIdentities() throws {
            for store in counted { try store.store.checkIdentity(loading.cancellation) }
        }

        /// Checks that the files of a photo may be removed, and writes its preview.
        ///
        /// - Throws: ``OffloadReason`` if its files stay.
        func prepare(_ identifier: String) throws -> PreparedAsset {
            try loading.checkIsNotCancelled()
            guard let asset = try library.catalog.offloadableAsset(identifier) else { throw OffloadReason(.notFound) }
            if let obstacle = rules.obstacle(of: asset) { throw OffloadReason(obstacle) }
            var files: [PreparedAsset.File] = []
            var asked: [StoreCopy] = []
            for resource in asset.resources {
                let copies = try checkedCopies(of: resource, in: asset)
                asked += copies
                guard case .library(let path) = resource.content.location else { continue }
                files.append(
                    PreparedAsset.File(
                        record: LeavingAsset.File(
                            row: resource.row, path: path, stub: try stub(of: resource, at: path)),
                        content: resource.content,
                        stub: OffloadStub(
                            sha256: resource.content.sha256.hex, bytes: resource.content.size, name: resource.name,
                            localIdentifier: identifier,
                            stores: copies.compactMap { connected[$0.store]?.record.name })))
            }
            if !isRehearsal {
                guard let preview = try stores.preview(of: identifier) else { throw OffloadReason(.noPreview) }
                try preview.write(in: library.folder)
            }
            return PreparedAsset(identifier: identifier, files: files, copies: asked)
        }

        /// The path of the stub of a file: one that no other original has.
        ///
        /// A path that is in use is refused when it is planned.
        private func stub(of resource: StoredResource, at path: FilePath) throws -> FilePath {
            let paths = LibraryFolder.stubs(of: path, resource.content.sha256)
            return try paths.first { try !library.catalog.isStub($0, ofAnotherThan: resource.row) } ?? path
        }

        /// Copies of a file that the stores have now, at enough sites.
        private func checkedCopies(of resource: StoredResource, in asset: OffloadableAsset) throws -> [StoreCopy] {
            var checked: [StoreCopy] = []
            var sites: Set<String> = []
            var obstacle: OffloadReason?
            for copy in try rules.copies(of: resource, in: asset).get() where sites.count < rules.neededSites {
                guard let site = rules.stores[copy.store]?.record.site, !sites.contains(site) else { continue }
                do { try check(copy, of: resource) } catch let reason as OffloadReason {
                    obstacle = obstacle ?? reason
                    continue
                }
                checked.append(copy)
                sites.insert(site)
            }
            guard sites.count == rules.neededSites else {
                throw obstacle ?? OffloadReason(.tooFewCopies(found: sites.count, needed: rules.neededSites))
            }
            return checked
        }

        /// Asks a store for a copy.
        ///
        /// A copy that differs from what the catalogue lists, or that was read back long ago, is read back now.
        private func check(_ copy: StoreCopy, of resource: StoredResource) throws {
            guard let store = connected[copy.store] else {
                throw OffloadReason(.storeUnavailable(store: rules.stores[copy.store]?.record.name ?? ""))
            }
            let sha256 = copy.sha256
            let found = try store.store.check(sha256, loading.cancellation)
            if let found, !rules.isDue(copy), copy.isOf(found) { return }
            guard let read = try store.store.soundCopy(of: sha256, length: resource.content.size, loading.cancellation)
            else {
                try library.catalog.record(.store(.suspect(copy.store, sha256)))
                throw OffloadReason(.copyMissing(store: store.record.name))
            }
            var checked = copy
            checked.set(read, on: rules.dayOfUse)
            try library.catalog.record(.store(.copies([checked])))
        }
    }
}
