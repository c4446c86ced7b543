internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKit

/// The options that every subcommand accepts.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The library's folder. The default is $PHOTOS_LIBRARY, else your own library.", valueName: "dir"),
        completion: .directory)
    var library: String?

    @Flag(help: "Print JSON, one object a line.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print results and errors only.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print every file.")
    var verbose = false

    @Option(help: "How to show progress, on standard error: auto, bar, plain, json or none.")
    var progress = ProgressStyle.auto

    @Option(help: "Whether to colour the output: auto, always or never.")
    var color = ColorChoice.auto

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: "The number of pictures to decode at a time; 0 for one per core."
    )
    var jobs = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The number of files to read at a time; auto is 1 for a hard disk or network disk, else 2.",
            valueName: "n|auto"))
    var ioJobs = ReadingJobs.auto

    @Flag(help: "Decode pictures in this process instead of isolated worker processes.")
    var noJail = false

    @Flag(
        help:
            "Change a library in a folder that another program synchronises (also OPENPHOTOKIT_ALLOW_SYNCED_FOLDER=1).")
    var allowSyncedFolder = false

    @Flag(help: "Only read the library. Nothing in its folder is changed.")
    var readOnly = false

    func validate() throws {
        guard library?.isEmpty != true else { throw ValidationError("--library needs the name of a folder.") }
        guard 0...1024 ~= jobs else { throw ValidationError("--jobs must be a number from 0 to 1024.") }
    }

    var libraryPath: FilePath { library.map { FilePath($0) } ?? PhotoLibrary.defaultPath }

    /// Whether the library may be changed in a folder that another program synchronises.
    var allowsSyncedFolder: Bool {
        allowSyncedFolder || ProcessInfo.processInfo.environment["OPENPHOTOKIT_ALLOW_SYNCED_FOLDER"] == "1"
    }

    func openLibrary(_ opening: PhotoLibrary.Opening = .existing) throws -> PhotoLibrary {
        let library = try PhotoLibrary(
            at: libraryPath.absolute, opening: readOnly ? .readOnly : opening, allowingSyncedFolder: allowsSyncedFolder)
        OpenedLibraries.add(library)
        return library
    }

    /// Opens a library to compare its pictures.
    ///
    /// First it computes the signatures again that an older version computed, and those of pictures that it did not
    /// decode.
    func openSignedLibrary(_ opening: PhotoLibrary.Opening = .existing) async throws -> PhotoLibrary {
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
        let inspector = PhotoInspector(ioJobs: readingJobs(for: [library.path]), jobs: jobs, decoding: decoding)
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

    /// The number of files to read at a time from these paths.
    func readingJobs(for paths: [FilePath]) -> Int {
        switch ioJobs {
        case .auto: ReadingConcurrency.recommended(for: paths)
        case .number(let number): number
        }
    }

    /// The decoder workers are processes of this program.
    var decoding: DecodingMode {
        guard !noJail else { return .inProcess }
        var jail = JailConfiguration(executable: "/proc/self/exe")
        jail.onRemark = { [terminal] in terminal.printWarning($0.message) }
        return .jailed(jail)
    }

    var terminal: Terminal { Terminal(color: color) }
}

/// `auto` or a number from 1 to 1024.
enum ReadingJobs: ExpressibleByArgument, Equatable {
    case auto
    case number(Int)

    init?(argument: String) {
        if argument == "auto" {
            self = .auto
        } else if let number = Int(argument), 1...1024 ~= number {
            self = .number(number)
        } else {
            return nil
        }
    }

    var defaultValueDescription: String { "auto" }
}

/// The form of progress output.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
    case auto, bar, plain, json, none
}

/// When output is coloured.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
}
