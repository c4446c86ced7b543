internal import Foundation
internal import LibraryInterface
internal import LibraryRPC
internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization

/// A selection on a page of a library in this process.
///
/// The photos that were picked can be opened as long as this object is referenced, also if their owner hides them.
final class LocalPickSession: PickSession {
    fileprivate struct State {
        var pick = PickState()
        /// The selected photos, in the order of the results.
        var selected: [String] = []
        /// The photos that were selected in some result.
        var picked: Set<String> = []
        var includesPlaces = false
    }

    /// The library with the owner's access.
    private let library: LocalLibrary
    private let app: PickingApp
    private let preselected: [String]
    private let prefersCompatible: Bool
    /// Whether the record of access says what the person picks.
    private let isRecorded: Bool
    private let selection = Mutex(State())
    private let onChange: @Sendable () -> Void
    /// `nil` before the start, and after the end that the process reports.
    private let process = Mutex<PickerProcess?>(nil)

    /// Opens the page.
    ///
    /// - Parameters:
    ///   - app: The app as the page names it.
    ///   - configuration: Its preselected photos are in the library, and the app may know that.
    ///   - library: The library with the owner's access.
    ///   - isRecorded: Whether the record of access says what the person picks: not for a program of the owner.
    ///   - onChange: Called after each change of the state, on private threads.
    /// - Throws: `libraryUnavailable`.
    init(
        _ configuration: PickerConfiguration, for app: PickingApp, _ permissions: PickerPermissions,
        of library: LocalLibrary, isRecorded: Bool, onChange: @escaping @Sendable () -> Void
    ) throws(PhotoLibraryError) {
        self.library = library
        self.app = app
        self.isRecorded = isRecorded
        self.onChange = onChange
        preselected = configuration.preselectedAssetIdentifiers
        prefersCompatible = configuration.preferredRepresentation == .compatible
        let job = PickerJob(app, .pick(configuration, permissions))
        let started = try PickerProcess(job, of: library.folder.path) { [weak self] in self?.receive($0) }
        process.withLock { $0 = started }
    }

    private func receive(_ report: PickerReport) {
        // A photo may have been deleted since the page was opened.
        let remaining = report.isCancel ? (try? library.catalog.present(preselected)) ?? preselected : []
        let change: (new: [String], isEnd: Bool)? = selection.withLock { state in
            guard !state.pick.phase.isEnd else { return nil }
            let known = state.picked.union(preselected)
            switch report {
            case .opened: state.pick.phase = .open
            case .selected(let selected, let includesPlaces): state.select(selected, includesPlaces)
            case .picked(let selected, let includesPlaces):
                state.select(selected, includesPlaces)
                state.pick.phase = .picked
            case .cancelled, .allowed:
                state.select(remaining, false)
                state.pick.phase = .cancelled
            case .failed(let error): state.pick.phase = .failed(error)
            }
            return (state.selected.filter { !known.contains($0) }, state.pick.phase.isEnd)
        }
        guard let change else { return }
        if isRecorded, !change.new.isEmpty {
            let includesPlaces = selection.withLock { $0.includesPlaces }
            // A library that cannot be written to has no record.
            _ = try? library.catalog.perform([.access(.pick(change.new, includesPlaces: includesPlaces), app: app.name)]
            )
        }
        onChange()
        if change.isEnd {
            let ended = process.withLock { process in
                defer { process = nil }
                return process
            }
            ended?.finish()
        }
    }

    func state() throws(PhotoLibraryError) -> PickState { selection.withLock { $0.pick } }

    func assets(of revision: Int, from: Int, count: Int) throws(PhotoLibraryError) -> [PickedAsset]? {
        let part: ArraySlice<String>? = selection.withLock { state in
            guard state.pick.revision == revision else { return nil }
            return state.selected.dropFirst(max(0, from)).prefix(max(0, count))
        }
        guard let part else { return nil }
        let assets = try library.catalog.assets(Array(part))
        let isPreselected = Set(preselected)
        return part.map { identifier in
            let asset = isPreselected.contains(identifier) ? nil : assets[identifier]
            return PickedAsset(
                localIdentifier: identifier, isPreselected: isPreselected.contains(identifier),
                resources: asset?.filesForApp(compatibleFirst: prefersCompatible) ?? [],
                hasPicture: asset.map { $0.condition != .unsupported } ?? false)
        }
    }

    func change(_ change: PickChange) throws(PhotoLibraryError) {
        guard !selection.withLock({ $0.pick.phase.isEnd }) else { return }
        try process.withLock { $0 }?.send(change)
    }

    func open(_ resource: AssetResource, _ range: Range<Int64>?, _ policy: FetchPolicy) throws -> OpenedBytes {
        // The person allowed the app to read the photos that were picked.
        let originals = library.context.originals.bound(to: .full(app: app.name))
        let (picked, includesPlaces) = selection.withLock { ($0.picked, $0.includesPlaces) }
        // The app may ask with any description of a resource.
        guard case .withheld(let asset) = resource.location, picked.contains(asset), !preselected.contains(asset),
            let stored = try library.catalog.resource(of: asset, kind: resource.kind, sha256: resource.sha256)
        else { throw originals.failures(at: resource.location).notOpenToApp }
        guard let shown = try library.catalog.assets([asset])[asset], shown.deletedDate == nil else {
            throw PhotoLibraryError(
                .identifierNotFound, "The photo was deleted after the person picked it.", identifier: asset)
        }
        return try originals.open(stored, range, policy, withPlaces: includesPlaces)
    }

    func cancel() {
        process.withLock { $0 }?.finish()
        receive(.cancelled)
    }
}

extension PickerReport {
    /// Whether the preselected photos are the result.
    fileprivate var isCancel: Bool {
        switch self {
        case .cancelled, .allowed: true
        case .opened, .selected, .picked, .failed: false
        }
    }
}

extension LocalPickSession.State {
    fileprivate mutating func select(_ selected: [String], _ includesPlaces: Bool) {
        self.selected = selected
        self.includesPlaces = includesPlaces
        picked.formUnion(selected)
        pick.revision += 1
        pick.count = selected.count
    }
}

extension Asset {
    /// The files of the asset that an app gets, the best first: the edited picture before the original.
    fileprivate func filesForApp(compatibleFirst: Bool) -> [AssetResource] {
        let order: [AssetResource.Kind] = [
            .fullSizePhoto, .original, .fullSizePairedVideo, .pairedVideo, .alternatePhoto,
        ]
        let files = order.flatMap { kind in resources.filter { $0.kind == kind } }
        let best = compatibleFirst ? files.filter(\.isCompatible) + files.filter { !$0.isCompatible } : files
        return best.map { $0.withheld(of: self) }
    }
}

extension AssetResource {
    /// Whether all programs can show the file.
    fileprivate var isCompatible: Bool { format == .jpeg || format == .png }

    /// The file as an app sees it.
    fileprivate func withheld(of asset: Asset) -> AssetResource {
        // Older versions of the library recorded only the size of the asset.
        AssetResource(
            kind: kind, location: .withheld(asset: asset.localIdentifier), originalFilename: originalFilename,
            bytes: bytes, sha256: sha256, imageDataDigest: imageDataDigest, format: format, orientation: orientation,
            colorProfile: colorProfile, size: size ?? asset.size)
    }
}
