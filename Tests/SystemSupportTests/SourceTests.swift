import Foundation
import Testing

/// The source files of the package, as they are beside this file.
@Suite struct SourceTests {
    private struct Use: Hashable, CustomStringConvertible {
        let file: String
        let call: String

        var description: String { "\(call) in \(file)" }
    }

    /// The uses that have a reason.
    ///
    /// Other work that waits has the threads of `ThreadPool`.
    private static let allowed: [Use: String] = [
        Use(file: "SystemSupport/Queues/ThreadPool.swift", call: "Continuation {"): "It is the bridge.",
        Use(file: "AssetLoading/Loader/AssetLoader+Requests.swift", call: "Continuation {"): "The loader has queues.",
        Use(file: "Thumbnails/ThumbnailLoader.swift", call: "Continuation {"): "The loader has queues.",
        Use(file: "PhotosCompat/Library/Observation.swift", call: "Continuation {"): "Observers are called in order.",
        Use(file: "PhotosCompat/Changes/PHPhotoLibrary+Changes.swift", call: "Continuation {"): "It calls a handler.",
        Use(file: "PhotosCompat/Items/ItemRepresentation.swift", call: "Continuation {"): "It waits for the app.",
        Use(file: "PhotosCompat/Items/NSItemProvider+Item.swift", call: "Continuation {"): "It calls a handler.",
        Use(file: "PhotosCompat/Images/DownloadProgress.swift", call: "Continuation {"):
            "It ends the reports in order.",
        Use(file: "PhotosCommands/Commands/ServeCommand.swift", call: "DispatchQueue.global"): "A timer.",
        Use(file: "PhotosCommands/Shell/CompletionKind+Names.swift", call: "DispatchQueue.global"): "A timer.",
        Use(file: "OpenPhotoKit/Access/BrokerConnection.swift", call: "Thread.sleep"): "On the thread of the call.",
        Use(file: "LibraryBenchmark/LibraryBenchmark.swift", call: "Thread.sleep"): "It measures a process.",
        Use(file: "LibraryStorage/RepairLock.swift", call: "Thread.sleep"): "Called by ThreadPool.",
        Use(file: "LibraryBroker/Broker.swift", call: "Thread.sleep"): "A thread of its own.",
        Use(file: "LibraryMaintenance/Verifying/DiskFiles.swift", call: "usleep"): "A queue of the loader.",
        Use(file: "SystemSupport/Queues/ThreadPool.swift", call: "DispatchSemaphore("):
            "Its own threads wait for work.",
        Use(file: "SystemSupport/Queues/Cancellation.swift", call: "DispatchSemaphore("): "On the thread of the call.",
        Use(file: "SystemSupport/Queues/OrderedHandover.swift", call: "DispatchSemaphore("):
            "On the thread of the call.",
        Use(file: "MessageTransport/Client/MessageClient.swift", call: "DispatchSemaphore("):
            "On the thread of the call.",
        Use(file: "MessageTransport/Client/ClientConnection.swift", call: "DispatchSemaphore("):
            "On the thread of the call.",
        Use(file: "LibraryRPC/Client/BrokeredOriginals.swift", call: "DispatchSemaphore("):
            "On the thread of the call.",
        Use(file: "LibraryRPC/Server/ProcessorShare.swift", call: "DispatchSemaphore("): "A thread of a connection.",
        Use(file: "LibraryBenchmark/LibraryBenchmark+Thumbnails.swift", call: "DispatchSemaphore("):
            "It measures a process.",
        Use(file: "OpenPhotoKitOwner/Changes/ChangeConfirmation.swift", call: "DispatchSemaphore("):
            "A thread of a connection.",
        Use(file: "Thumbnails/ThumbnailLoader.swift", call: "DispatchSemaphore("): "On the thread of the call.",
        Use(file: "ImageDecoding/Decoding/DecoderMemoryBudget.swift", call: "DispatchSemaphore("):
            "A thread that decodes.",
        Use(file: "DecoderProcess/SpawningThread.swift", call: "DispatchSemaphore("): "It has a thread of its own.",
        Use(file: "PhotoInspection/FinePictureDecoder.swift", call: "DispatchSemaphore("): "On the thread of the call.",
        Use(file: "PhotoIngest/Engine/AssetLoader+Waiting.swift", call: "DispatchSemaphore("):
            "On the thread of the call.",
    ]

    private static let calls = [
        "DispatchQueue.global", "DispatchSemaphore(", "Thread.sleep", "usleep", "Continuation {",
    ]

    private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().standardizedFileURL

    /// The Swift files of a folder of the checkout: their paths below it, and their texts.
    private func swiftFiles(in folder: String) throws -> [(file: String, text: String)] {
        let folder = Self.checkout.appending(path: folder)
        let files = try #require(FileManager.default.enumerator(atPath: folder.path))
        return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map { file in
            (file, try String(contentsOf: folder.appending(path: file), encoding: .utf8))
        }
    }

    @Test func onlyTheseFilesWaitMakeContinuationsOrUseTheGlobalQueues() throws {
        var found: Set<Use> = []
        for (file, text) in try swiftFiles(in: "Sources") {
            for call in Self.calls where text.contains(call) { found.insert(Use(file: file, call: call)) }
        }
        #expect(found.subtracting(Self.allowed.keys) == [], "Use blocking(_:) or ThreadPool.")
        #expect(Set(Self.allowed.keys).subtracting(found) == [], "These no longer need permission.")
    }

    /// Other modules use `LibraryInterface`, so that they work for a library in this process and in another one.
    @Test func onlyProcessesAndFrontsImportTheWire() throws {
        let importing = try swiftFiles(in: "Sources").filter { $0.text.contains("import LibraryRPC\n") }
            .compactMap { $0.file.split(separator: "/").first.map(String.init) }
        #expect(
            Set(importing) == ["LibraryBroker", "OpenPhotoKit", "OpenPhotoKitOwner", "PhotosCommands", "PickerServer"])
    }

    // MARK: Originals

    /// The files that take the path out of a resource's location, with what they do with it.
    ///
    /// A path alone says nothing about the bytes: `Originals` gives their state, and opens them.
    private static let mayTakePaths: [String: String] = [
        "LibraryOriginals.swift": "It is the place that knows.",
        "AssetResource.swift": "The name.",
        "Values+Codable.swift": "The wire.",
        "PhotoCatalog+Damage.swift": "The record of damaged files.",
        "DuplicateClassifier.swift": "Where a damaged file is to be restored.",
        "RebuildCommitter.swift": "Where a damaged file is to be restored.",
        "AppFiles.swift": "The files of a Live Photo that an app names.",
        "FileCheck.swift": "The record of checked files.",
        "LibraryRepair.swift": "The stubs of originals that left.",
        "FoundFiles.swift": "The former paths of originals.",
        "OffloadPreparation.swift": "The files that leave.",
    ]

    /// The files of modules that work with a library which examine or open files, with the files that they mean.
    private static let mayOpenFiles: [String: String] = [
        "Uploads.swift": "Files that an app sends.",
        "Staging.swift": "Files that become photos.",
        "CatalogRebuilder.swift": "What a walk of the library's folder found.",
        "RebuildStaging.swift": "Catalogues.",
        "IngestRun.swift": "The files of a source.",
        "SourceRemover.swift": "The source of an import.",
        "DiskFiles.swift": "Opened by Originals.",
        "VerifyCheckpoint.swift": "The progress of a check.",
        "FileHealer.swift": "The files that may have the right bytes.",
        "SafetyWalk.swift": "The checked files.",
        "ExportedSidecars.swift": "The record of an export.",
        "CatalogCopyWriter.swift": "Catalogues.",
        "ExportRecordFile.swift": "The record of an export.",
        "ExportFolder.swift": "Exported files.",
        "ThumbnailDatabase.swift": "The cache.",
        "LocalLibrary+Pictures.swift": "The preview that Originals names.",
        "OwnedLibrary+Names.swift": "Paths that a person names.",
        "OwnedLibrary+Sources.swift": "The source of an import.",
        "OwnedLibrary+Import.swift": "The source of an import.",
        "RemoteChangeSession.swift": "Files that become photos.",
    ]

    private static let modulesWithOriginals = [
        "LibraryMaintenance/", "LibraryRPC/", "OpenPhotoKit/", "OpenPhotoKitOwner/", "PhotoExport/", "PhotoMatching/",
        "PickerServer/",
        "PhotoIngest/Sources/ChangeBlock/", "PhotoIngest/Classification/", "PhotoIngest/Engine/",
        "PhotoIngest/Placement/",
        "PhotoIngest/Sources/Rebuild/", "Thumbnails/", "PhotoIngest/Sources/Folders/SourceRemover",
    ]

    @Test func onlyOriginalsKnowsWhereBytesAre() throws {
        let takesPath = #/\.(library|reference)\(let |ReadBack\./#
        let opensFile = #/(^|[^.\w])l?stat\([^)]|FileDescriptor\.open\(|LocalFiles\(\)|Data\(contentsOf/#
        var (taking, opening): (Set<String>, Set<String>) = ([], [])
        for (file, text) in try swiftFiles(in: "Sources") {
            let name = String(file.split(separator: "/").last ?? "")
            if text.contains(takesPath) { taking.insert(name) }
            guard Self.modulesWithOriginals.contains(where: file.hasPrefix) else { continue }
            if text.split(separator: "\n").contains(where: { $0.contains(opensFile) }) { opening.insert(name) }
        }
        #expect(taking.subtracting(Self.mayTakePaths.keys) == [], "Ask Originals for the state, or open a resource.")
        #expect(Set(Self.mayTakePaths.keys).subtracting(taking) == [], "These no longer need permission.")
        #expect(opening.subtracting(Self.mayOpenFiles.keys) == [], "Ask Originals for the state, or open a resource.")
        #expect(Set(Self.mayOpenFiles.keys).subtracting(opening) == [], "These no longer need permission.")
    }

    @Test func commentsHaveAtMost120Columns() throws {
        var long: [String] = []
        for folder in ["Sources", "Tests", "Samples"] {
            for (file, text) in try swiftFiles(in: folder) {
                for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                where line.count > 120 && line.contains(#/^ *(\/\/\/?|--) /#) {
                    long.append("\(folder)/\(file):\(number + 1)")
                }
            }
        }
        #expect(long == [])
    }
}
