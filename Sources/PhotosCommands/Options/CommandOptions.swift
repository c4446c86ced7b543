internal import ArgumentParser
internal import AssetLoading
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// The options of a subcommand.
protocol CommandOptions: Sendable {
    var outputOptions: OutputOptions { get }
    var libraryOptions: LibraryOptions { get }
    /// How a change of the library decodes new pictures.
    var decoding: DecodingMode { get }
}

/// The options of subcommands that decode no pictures.
struct PlainOptions: ParsableArguments, CommandOptions {
    @OptionGroup var outputOptions: OutputOptions
    @OptionGroup var libraryOptions: LibraryOptions

    var decoding: DecodingMode { isolatedDecoding }
}

/// The options of subcommands that decode pictures.
struct PictureOptions: ParsableArguments, CommandOptions {
    @OptionGroup var outputOptions: OutputOptions
    @OptionGroup var libraryOptions: LibraryOptions
    @OptionGroup var decodingOptions: DecodingOptions

    var jobs: Int { decodingOptions.jobs }

    /// The number of files to read at a time from these paths.
    func readingJobs(for paths: [FilePath]) -> Int {
        switch decodingOptions.ioJobs {
        case .auto: ReadingConcurrency.recommended(for: paths)
        case .number(let number): number
        }
    }

    var decoding: DecodingMode { decodingOptions.noJail ? .inProcess : isolatedDecoding }

    /// Opens a library to compare its pictures.
    ///
    /// First it computes the signatures again that an older version computed, and those of pictures that it did not
    /// decode.
    func openSignedLibrary(_ opening: OwnedLibrary.Opening = .existing) async throws -> OwnedLibrary {
        let library = try openLibrary(opening)
        let outdated = try library.outdatedSignatureCount()
        let pictures = counted(outdated, "picture has", plural: "pictures have") + " no signature of this version"
        guard !library.isReadOnly else {
            if outdated > 0 {
                terminal.printWarning("\(pictures) and cannot be compared, because this library is read-only.")
            }
            return library
        }
        guard try outdated > 0 || !library.hasExaminedPictures else { return library }
        if outdated > 0 { terminal.printWarning("\(pictures): computing the signatures, once.") }
        let inspector = PhotoInspector(
            ioJobs: readingJobs(for: [library.path]), jobs: decodingOptions.jobs, decoding: decoding)
        let loading = LoadProgress()
        try await withProgress(loading, self, verb: "Computing signatures") {
            _ = try library.renewSignaturesAndWait(inspector: inspector, loading: loading)
        }
        let unread = try library.outdatedSignatureCount()
        if unread > 0 {
            terminal.printError(
                counted(unread, "original")
                    + " could not be read and will not be compared: “photos verify” names the files.")
        }
        return library
    }
}

extension CommandOptions {
    var json: Bool { outputOptions.json }
    var quiet: Bool { outputOptions.quiet }
    var verbose: Bool { outputOptions.verbose }
    var progress: ProgressStyle { outputOptions.progress }
    var terminal: Terminal { Terminal(color: outputOptions.color) }
    var library: String? { libraryOptions.library }
    var readOnly: Bool { libraryOptions.readOnly }

    var libraryPath: FilePath { libraryOptions.library.map { FilePath($0) } ?? OwnedLibrary.defaultPath }

    /// Whether the library may be changed in a folder that another program synchronises.
    var allowsSyncedFolder: Bool {
        libraryOptions.allowSyncedFolder
            || ProcessInfo.processInfo.environment["OPENPHOTOKIT_ALLOW_SYNCED_FOLDER"] == "1"
    }

    func openLibrary(_ opening: OwnedLibrary.Opening = .existing) throws -> OwnedLibrary {
        OpenedLibraries.willOpen(libraryPath.absolute)
        let library = try OwnedLibrary(
            at: libraryPath.absolute, opening: libraryOptions.readOnly ? .readOnly : opening,
            allowingSyncedFolder: allowsSyncedFolder)
        OpenedLibraries.add(library)
        return library
    }

    /// The decoder workers are processes of this program.
    fileprivate var isolatedDecoding: DecodingMode {
        var jail = JailConfiguration(executable: "/proc/self/exe")
        jail.onRemark = { [terminal] in terminal.printWarning($0.message) }
        return .jailed(jail)
    }
}
