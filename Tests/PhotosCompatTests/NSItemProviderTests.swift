import Foundation
import PhotosCompat
import Synchronization
import Testing

@Suite("Item providers") struct NSItemProviderTests {
    private let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    /// An item with bytes of these types.
    private func item(_ types: String..., name: String? = nil) -> NSItemProvider {
        let item = NSItemProvider()
        item.suggestedName = name
        for type in types {
            item.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { [bytes] completion in
                completion(bytes, nil)
                return nil
            }
        }
        return item
    }

    // MARK: Types

    @Test func typesAreRegisteredBestFirst() {
        let item = item("public.heic", "public.jpeg", "public.heic", "org.example.notes")
        #expect(item.registeredTypeIdentifiers == ["public.heic", "public.jpeg", "org.example.notes"])
        #expect(item.registeredContentTypes == [.heic, .jpeg])
        #expect(item.registeredContentTypes(conformingTo: .heif).isEmpty)
        #expect(item.registeredContentTypes(conformingTo: .image) == [.heic, .jpeg])
        #expect(item.registeredTypeIdentifiers(fileOptions: .openInPlace).isEmpty)
        #expect(item.hasItemConformingToTypeIdentifier("public.image"))
        #expect(item.hasItemConformingToTypeIdentifier("ORG.example.notes"))
        #expect(!item.hasItemConformingToTypeIdentifier("public.movie"))
        #expect(item.hasRepresentationConforming(toTypeIdentifier: "public.jpeg"))
        #expect(!item.hasRepresentationConforming(toTypeIdentifier: "public.jpeg", fileOptions: .openInPlace))
    }

    @Test func anEmptyItemLoadsNothing() async {
        let item = NSItemProvider()
        #expect(item.registeredTypeIdentifiers.isEmpty && item.suggestedName == nil)
        #expect(!item.hasItemConformingToTypeIdentifier("public.item") && !item.canLoadObject(ofClass: Note.self))
        let data = await item.data("public.item")
        #expect(data.value == nil && data.code == NSItemProvider.ErrorCode.itemUnavailableError.rawValue)
        let file = await item.file("public.item") { _ in }
        #expect(file?.code == NSItemProvider.ErrorCode.itemUnavailableError.rawValue)
    }

    @Test func aCopyHasTheSameRepresentations() async {
        let item = item("public.png", name: "Map")
        let copy = item.copy() as? NSItemProvider
        item.suggestedName = "Other"
        #expect(copy?.registeredTypeIdentifiers == ["public.png"] && copy?.suggestedName == "Map")
        #expect(await copy?.data("public.png").value == bytes)
    }

    @Test func errorCodesAreApples() {
        #expect(NSItemProvider.errorDomain == "NSItemProviderErrorDomain")
        let codes: [NSItemProvider.ErrorCode] = [
            .unknownError, .itemUnavailableError, .unexpectedValueClassError, .unavailableCoercionError,
        ]
        #expect(codes.map(\.rawValue) == [-1, -1000, -1100, -1200])
    }

    // MARK: Data

    @Test func theBestConformingRepresentationIsLoaded() async {
        let item = NSItemProvider()
        for type in ["public.heic", "public.jpeg", "public.png"] {
            item.registerDataRepresentation(for: UTType(type) ?? .data) { completion in
                completion(Data(type.utf8), nil)
                return nil
            }
        }
        #expect(await item.data("public.image").value == Data("public.heic".utf8))
        #expect(await item.data("public.png").value == Data("public.png".utf8))
        #expect(await item.data("public.data").value == Data("public.heic".utf8))
    }

    @Test func handlersRunOnAnotherThreadAndMayWaitForOtherLoads() async {
        let item = item("public.png")
        let both: Bool = await withCheckedContinuation { continuation in
            item.loadDataRepresentation(for: .png) { first, _ in
                let done = DispatchSemaphore(value: 0)
                let second = Mutex<Data?>(nil)
                item.loadDataRepresentation(for: .png) { data, _ in
                    second.withLock { $0 = data }
                    done.signal()
                }
                let isDone = done.wait(timeout: .now() + 20) == .success
                continuation.resume(returning: isDone && first == second.withLock { $0 })
            }
        }
        #expect(both)
    }

    @Test func progressIsThatOfTheApp() async {
        let item = NSItemProvider()
        let answer = Mutex<(@Sendable (Data?, (any Error)?) -> Void)?>(nil)
        let part = Progress.discreteProgress(totalUnitCount: 4)
        item.registerDataRepresentation(for: .png) { completion in
            answer.withLock { $0 = completion }
            return part
        }
        let (ended, progress) = item.loadingData("public.png")
        await until { answer.withLock { $0 != nil } && progress.value.fractionCompleted == 0 }
        part.completedUnitCount = 1
        await until { progress.value.fractionCompleted == 0.25 }
        #expect(!progress.value.isFinished)
        answer.withLock { $0 }?(bytes, nil)
        #expect(await ended.value.value == bytes)
        #expect(progress.value.isFinished && progress.value.fractionCompleted == 1)
    }

    // MARK: Files

    @Test func aFileIsPrivateAndGoesWhenTheHandlerReturns() async throws {
        let item = item("public.jpeg", name: "Sea")
        let place = Mutex<URL?>(nil)
        let error = await item.file("public.image") { file in
            place.withLock { $0 = file }
            #expect((try? Data(contentsOf: file)) == bytes)
            #expect(file.lastPathComponent == "Sea.jpeg")
            let folder = file.deletingLastPathComponent().path
            let mode = try? FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
            #expect(mode == 0o700)
        }
        #expect(error == nil)
        let file = try #require(place.withLock { $0 })
        await until { !FileManager.default.fileExists(atPath: file.deletingLastPathComponent().path) }
    }

    @Test func aMovedFileStays() async throws {
        let kept = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: kept) }
        let error = await item("public.png").file("public.png") {
            try? FileManager.default.moveItem(at: $0, to: kept)
        }
        #expect(error == nil)
        try await Task.sleep(for: .milliseconds(50))
        #expect(try Data(contentsOf: kept) == bytes)
    }

    @Test(
        arguments: [
            ("Sea", "public.jpeg", "Sea.jpeg"), ("Sea.jpg", "public.jpeg", "Sea.jpg"),
            ("Sea.png", "public.jpeg", "Sea.png.jpeg"), (nil, "public.png", "Item.png"),
            ("../../etc/passwd", "public.png", "Item_.._etc_passwd.png"), (".", "public.data", "Item"),
            ("..", "public.data", "Item"), (".hidden", "public.png", "Itemhidden.png"), ("a/b", "public.data", "a_b"),
            ("Vacation 1.5", "public.heic", "Vacation 1.5.heic"), ("é 中", "org.example.notes", "é 中"),
        ] as [(String?, String, String)])
    func names(suggested: String?, type: String, name: String) async {
        let error = await item(type, name: suggested).file(type) { #expect($0.lastPathComponent == name) }
        #expect(error == nil)
    }

    @Test func longNamesAreShortened() async {
        let error = await item("public.png", name: String(repeating: "é", count: 300)).file("public.png") {
            #expect($0.lastPathComponent.utf8.count <= 255 && $0.lastPathComponent.hasSuffix("é.png"))
        }
        #expect(error == nil)
    }

    /// A file of an app in a folder of its own.
    private func appsFile(_ name: String = "Notes.txt") throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try bytes.write(to: folder.appendingPathComponent(name))
        return folder.appendingPathComponent(name)
    }

    @Test func anAppsFileIsCopied() async throws {
        let original = try appsFile()
        defer { try? FileManager.default.removeItem(at: original.deletingLastPathComponent()) }
        let item = NSItemProvider()
        item.registerFileRepresentation(for: .plainText) { completion in
            completion(original, false, nil)
            return nil
        }
        #expect(item.registeredContentTypesForOpenInPlace.isEmpty)
        let error = await item.file("public.text") { file in
            #expect(file != original && file.lastPathComponent == "Notes.txt")
            try? FileManager.default.removeItem(at: file)
        }
        #expect(error == nil && FileManager.default.fileExists(atPath: original.path))
        #expect(await item.data("public.text").value == bytes)
        // In place, the app gets a copy too.
        let copy = await item.fileInPlace("public.text")
        #expect(copy.value?.isInPlace == false && copy.value?.url != original && copy.value?.bytes == bytes)
    }

    @Test func aFileIsOpenedInPlaceIfItsAppAllowsThat() async throws {
        let original = try appsFile("Map.png")
        defer { try? FileManager.default.removeItem(at: original.deletingLastPathComponent()) }
        let item = try #require(NSItemProvider(contentsOf: original))
        #expect(item.registeredContentTypesForOpenInPlace == [.png] && item.suggestedName == "Map")
        let opened = await item.fileInPlace("public.image")
        #expect(opened.value?.isInPlace == true && opened.value?.url == original)
        let error = await item.file("public.image") { #expect($0 != original && $0.lastPathComponent == "Map.png") }
        #expect(error == nil && FileManager.default.fileExists(atPath: original.path))
        #expect(NSItemProvider(contentsOf: URL(string: "https://example.org/a.png")) == nil)
    }

    // MARK: Errors

    @Test func errorsWhileLoadingReachTheHandler() async throws {
        let item = NSItemProvider()
        item.registerDataRepresentation(for: .png) { completion in
            completion(nil, PHPhotosError(.missingResource))
            return nil
        }
        item.registerFileRepresentation(for: .mpeg4Movie) { completion in
            completion(URL(fileURLWithPath: "/nowhere/a.mp4"), false, nil)
            return nil
        }
        item.registerFileRepresentation(for: .pdf) { completion in
            completion(nil, false, nil)
            return nil
        }
        item.registerDataRepresentation(for: .plainText) { _ in nil }
        for type in ["public.png", "public.mpeg-4", "com.adobe.pdf"] {
            let data = await item.data(type)
            #expect(data.value == nil, "\(type)")
            let error = await item.file(type) { _ in Issue.record("There is no file of \(type).") }
            #expect(error?.domain == NSItemProviderErrorDomain, "\(type)")
            #expect((data.error as NSError?)?.code == error?.code, "\(type)")
        }
        let cause = await item.data("public.png").error.map { ($0 as NSError).userInfo[NSUnderlyingErrorKey] }
        #expect((cause as? PHPhotosError)?.code == .missingResource)
        // A load handler that forgets its completion handler.
        #expect(await item.data("public.plain-text").code == NSItemProvider.ErrorCode.unknownError.rawValue)
    }

    @Test func onlyTheFirstAnswerCounts() async {
        let item = NSItemProvider()
        item.registerDataRepresentation(for: .png) { completion in
            completion(Data("1".utf8), nil)
            completion(Data("2".utf8), nil)
            completion(nil, PHPhotosError(.internalError))
            return nil
        }
        #expect(await item.data("public.png").value == Data("1".utf8))
    }

    @Test(arguments: [true, false])
    func aLoadIsCancelledInTheMiddle(asFile: Bool) async {
        let item = NSItemProvider()
        let answer = Mutex<(@Sendable (Data?, (any Error)?) -> Void)?>(nil)
        let part = Progress.discreteProgress(totalUnitCount: 10)
        item.registerDataRepresentation(for: .png) { completion in
            answer.withLock { $0 = completion }
            return part
        }
        let (ended, progress) = asFile ? item.loadingFile("public.png") : item.loadingData("public.png")
        await until { answer.withLock { $0 != nil } }
        part.completedUnitCount = 5
        progress.value.cancel()
        let result = await ended.value
        #expect(result.value == nil && (result.error as? CocoaError)?.code == .userCancelled)
        #expect(part.isCancelled)
        // An answer after the end has no effect.
        answer.withLock { $0 }?(bytes, nil)
    }

    // MARK: Objects

    @Test func objectsAreWrittenAndRead() async {
        let item = NSItemProvider(object: Note("Sea"))
        #expect(item.registeredTypeIdentifiers == ["org.example.note", "public.utf8-plain-text"])
        #expect(item.canLoadObject(ofClass: Note.self) && !item.canLoadObject(ofClass: Picture.self))
        let (text, error) = await item.note(Note.self)
        #expect(text == "Sea from org.example.note" && error == nil)
        let later = NSItemProvider()
        later.registerObject(ofClass: Note.self, visibility: .all) { completion in
            completion(Note("Later"), nil)
            return nil
        }
        #expect(await later.note(Note.self).text == "Later from org.example.note")
        // The class gets its own type, to which the registered type conforms.
        #expect(await self.item("public.utf8-plain-text").note(Note.self).text?.hasSuffix("from public.text") == true)
    }

    @Test func wrongClassesAndBytesHaveCodes() async throws {
        let (text, error) = await item("public.png").note(Note.self)
        #expect(text == nil && error?.code == NSItemProvider.ErrorCode.unavailableCoercionError.rawValue)
        let item = NSItemProvider()
        item.registerDataRepresentation(for: .plainText) { completion in
            completion(Data([0xFF]), nil)
            return nil
        }
        let unreadable = await item.note(Note.self)
        #expect(unreadable.text == nil)
        #expect(unreadable.error?.code == NSItemProvider.ErrorCode.unexpectedValueClassError.rawValue)
        #expect(unreadable.error?.userInfo[NSUnderlyingErrorKey] is CocoaError)
    }
}

/// A text with two types.
private final class Note: NSObject, NSItemProviderReading, NSItemProviderWriting, Sendable {
    let text: String
    init(_ text: String) { self.text = text }

    static let readableTypeIdentifiersForItemProvider = ["org.example.note", "public.text"]
    static let writableTypeIdentifiersForItemProvider = ["org.example.note", "public.utf8-plain-text"]

    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Note {
        guard data.first != 0xFF else { throw CocoaError(.fileReadInapplicableStringEncoding) }
        return Note("\(String(decoding: data.prefix(10), as: UTF8.self)) from \(typeIdentifier)")
    }

    func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(text.utf8), nil)
        return nil
    }
}

/// A class that reads pictures only.
private final class Picture: NSObject, NSItemProviderReading {
    static let readableTypeIdentifiersForItemProvider = ["public.image"]
    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Picture { Picture() }
}

/// What a handler got.
private struct Loaded<Value: Sendable>: Sendable {
    let value: Value?
    let error: (any Error)?
    var code: Int? { error.map { ($0 as NSError).code } }
}

extension NSItemProvider {
    fileprivate func data(_ type: String) async -> Loaded<Data> { await loadingData(type).ended.value }

    /// A load that has begun, and its progress.
    fileprivate func loadingData(_ type: String) -> (ended: Task<Loaded<Data>, Never>, progress: Box) {
        let progress = Box()
        let (stream, continuation) = AsyncStream.makeStream(of: Loaded<Data>.self)
        progress.value = loadDataRepresentation(forTypeIdentifier: type) {
            continuation.yield(Loaded(value: $0, error: $1))
        }
        return (Task { await stream.first { _ in true } ?? Loaded(value: nil, error: nil) }, progress)
    }

    fileprivate func loadingFile(_ type: String) -> (ended: Task<Loaded<Data>, Never>, progress: Box) {
        let progress = Box()
        let (stream, continuation) = AsyncStream.makeStream(of: Loaded<Data>.self)
        progress.value = loadFileRepresentation(forTypeIdentifier: type) { url, error in
            continuation.yield(Loaded(value: url.flatMap { try? Data(contentsOf: $0) }, error: error))
        }
        return (Task { await stream.first { _ in true } ?? Loaded(value: nil, error: nil) }, progress)
    }

    /// Calls `body` with the file, in the handler.
    fileprivate func file(_ type: String, _ body: @escaping @Sendable (URL) -> Void) async -> NSError? {
        await withCheckedContinuation { continuation in
            loadFileRepresentation(forTypeIdentifier: type) { url, error in
                #expect((url == nil) != (error == nil))
                if let url { body(url) }
                continuation.resume(returning: error.map { $0 as NSError })
            }
        }
    }

    fileprivate func fileInPlace(_ type: String) async -> Loaded<(url: URL, isInPlace: Bool, bytes: Data?)> {
        await withCheckedContinuation { continuation in
            loadInPlaceFileRepresentation(forTypeIdentifier: type) { url, isInPlace, error in
                let value = url.map { (url: $0, isInPlace: isInPlace, bytes: try? Data(contentsOf: $0)) }
                continuation.resume(returning: Loaded(value: value, error: error))
            }
        }
    }

    fileprivate func note(_ aClass: any NSItemProviderReading.Type) async -> (text: String?, error: NSError?) {
        await withCheckedContinuation { continuation in
            loadObject(ofClass: aClass) { object, error in
                continuation.resume(returning: ((object as? Note)?.text, error.map { $0 as NSError }))
            }
        }
    }
}

/// The progress of a load that has begun.
private final class Box: Sendable {
    private let progress = Mutex(Progress.discreteProgress(totalUnitCount: 1))
    var value: Progress {
        get { progress.withLock { $0 } }
        set { progress.withLock { $0 = newValue } }
    }
}

/// Waits until the condition is true, at most 20 seconds.
private func until(_ condition: () -> Bool) async {
    for _ in 0..<1000 where !condition() { try? await Task.sleep(for: .milliseconds(20)) }
    #expect(condition())
}
