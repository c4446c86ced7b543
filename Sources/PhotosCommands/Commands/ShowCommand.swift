internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct ShowCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show all details of photos.",
        discussion: """
            photos show IMG_0042.JPG
            photos list --ids --favorite | photos show -

            Exit codes: 0 done, 3 a name has no photo, 4 a name has several photos.
            """)

    @OptionGroup var options: PlainOptions

    @Argument(help: PhotoNames.help)
    var photos: [String]

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        let photos = try namedPhotos(photos, in: library)
        let assets = try library.assets(withLocalIdentifiers: photos.map(\.identifier))
        let damaged = try library.damagedFiles()
        let states = library.isSynced ? try await library.syncStates(ofAssets: photos.map(\.identifier)) : [:]
        var exit = Exit.done
        for photo in photos {
            guard let asset = assets[photo.identifier] else {
                let error = PhotoLibraryError.noPhoto(named: photo.name)
                options.terminal.printError(Terminal.safe("photos: \(error)"))
                if options.json {
                    JSONLines.print(MissingObject(localIdentifier: photo.identifier, error: ErrorObject(error)))
                }
                exit = .notFound
                continue
            }
            if options.json {
                JSONLines.print(
                    AssetObject(
                        asset, in: library, listsResources: true, damaged: damaged,
                        syncState: states[asset.localIdentifier]))
            } else {
                Self.describe(asset, in: library, damaged, states[asset.localIdentifier])
            }
        }
        if options.json { JSONLines.printSummary(["assets": assets.count]) }
        return exit
    }

    /// - Parameters:
    ///   - damaged: The files that were found damaged.
    ///   - syncState: What other devices know of it; `nil` if the library joined no registry.
    private static func describe(
        _ asset: Asset, in library: OwnedLibrary, _ damaged: Set<FileOfAsset>, _ syncState: SyncState?
    ) {
        let width = asset.resources.map { "\($0.kind)".count }.reduce(12, max)
        func line(_ label: String, _ value: String?) {
            if let value { StandardOutput.print("  \(label.padded(width)) \(Terminal.safe(value))") }
        }
        /// Texts of people can have several lines.
        func text(_ label: String, _ value: String?) {
            for (index, part) in (value ?? "").split(whereSeparator: \.isNewline).enumerated() {
                line(index == 0 ? label : "", String(part))
            }
        }
        StandardOutput.print(asset.localIdentifier)
        let time = asset.captureTime.map { $0.offsetMinutes == 0 ? "\($0) (UTC)" : "\($0)" }
        line("captured", time ?? "undated")
        line("size", asset.size.map { "\($0.width) × \($0.height) pixels" })
        line("camera", asset.metadata.camera)
        line("lens", asset.metadata.lens)
        line("place", asset.location?.displayText)
        text("title", asset.metadata.title)
        text("caption", asset.metadata.caption)
        line("keywords", asset.metadata.keywords.isEmpty ? nil : asset.metadata.keywords.joined(separator: ", "))
        line("rating", asset.metadata.rating.flatMap { $0 == 0 ? nil : $0 < 0 ? "rejected" : "\($0) of 5" })
        line("favourite", asset.isFavorite ? "yes" : nil)
        line("hidden", asset.isHidden ? "yes" : nil)
        line("edited", asset.hasAdjustments ? "yes" : nil)
        line(
            "kind", asset.metadata.subtypes.names.isEmpty ? nil : asset.metadata.subtypes.names.joined(separator: ", "))
        line("duration", asset.metadata.duration.map { "\(($0 * 10).rounded() / 10) s" })
        line("burst", asset.metadata.burstIdentifier)
        line("added", asset.addedDate.formatted(.iso8601))
        line("deleted", asset.deletedDate.map { "Recently deleted since \($0.formatted(.iso8601))" })
        line("devices", syncState?.sentence)
        line("condition", asset.pictureFault?.rawValue)
        for resource in asset.resources {
            let path = library.localPath(of: resource)
            line("\(resource.kind)", path?.string ?? "not on this computer")
            let format = resource.format == .unknown ? "" : "\(resource.format.rawValue), "
            line("", "\(format)\(ByteText.of(resource.bytes)), SHA-256 \(resource.sha256.hex)")
            if let path, damaged.contains(FileOfAsset(asset: asset.localIdentifier, path: path)) {
                line("", "The last check found this file missing, unreadable or changed.")
            }
        }
    }
}

struct MissingObject: Encodable {
    let localIdentifier: String
    let error: ErrorObject
}

extension SyncState {
    /// What the devices know of a photo, for a person.
    fileprivate var sentence: String {
        switch self {
        case .neverSynced: "This library joined no registry."
        case .uploading: "A change is not written to the registry yet."
        case .published: "The registry has all changes; a device has not read them yet."
        case .synced: "All devices have read every change."
        case .halfSynced: "Files of another device are missing, so a change may not be known here."
        case .deletedElsewhere: "Another device deleted it: photos sync review."
        case .conflictingEdit: "Two devices set different values: photos sync conflicts."
        }
    }
}
