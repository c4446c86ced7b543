import Foundation
import PhotosCompat
import Synchronization
import Testing

/// `NSItemProvider.loadItem`, in its two forms.
@Suite("Items of item providers") struct ItemLoadingTests {
    private let bytes = Data("A picture".utf8)

    private func item(of data: Data) -> NSItemProvider {
        let item = NSItemProvider()
        item.registerDataRepresentation(for: .png) { completion in
            completion(data, nil)
            return nil
        }
        return item
    }

    private func file() throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png")
        try bytes.write(to: file)
        return file
    }

    @Test func bytesAreData() async throws {
        let item = item(of: bytes)
        let loaded = try await item.loadItem(forTypeIdentifier: "public.image")
        #expect(loaded as? Data == bytes && loaded as? NSData == bytes as NSData && !(loaded is URL))
        let called: Data? = await withCheckedContinuation { continuation in
            item.loadItem(forTypeIdentifier: "public.image", options: nil) { item, error in
                #expect(error == nil)
                continuation.resume(returning: item as? Data)
            }
        }
        #expect(called == bytes)
        // Without a handler nothing is loaded for it.
        item.loadItem(forTypeIdentifier: "public.image", options: nil, completionHandler: nil)
    }

    @Test func aFileIsItsURL() async throws {
        let file = try file()
        defer { try? FileManager.default.removeItem(at: file) }
        let inPlace = try #require(NSItemProvider(contentsOf: file))
        let loaded = try await inPlace.loadItem(forTypeIdentifier: "public.png")
        #expect((loaded as? URL)?.standardizedFileURL == file.standardizedFileURL)
    }

    /// Of other files the item is a copy, which exists as long as the provider.
    @Test func aCopyStaysAsLongAsTheProvider() async throws {
        let file = try file()
        defer { try? FileManager.default.removeItem(at: file) }
        let copy: URL
        do {
            let item = NSItemProvider(contentsOf: file, contentType: nil)
            copy = try #require(try await item.loadItem(forTypeIdentifier: "public.png") as? URL)
            #expect(copy != file && copy.pathExtension == "png")
            #expect(try Data(contentsOf: copy) == bytes)
            withExtendedLifetime(item) {}
        }
        for _ in 0..<1000 where FileManager.default.fileExists(atPath: copy.path) {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(!FileManager.default.fileExists(atPath: copy.path))
        // The provider can be released before its handler is called.
        let late: Data? = await withCheckedContinuation { continuation in
            NSItemProvider(contentsOf: file, contentType: nil).loadItem(forTypeIdentifier: "public.png") { item, _ in
                continuation.resume(returning: (item as? URL).flatMap { try? Data(contentsOf: $0) })
            }
        }
        #expect(late == bytes)
    }

    @Test func anAbsentTypeIsAnError() async throws {
        let item = item(of: bytes)
        let error = await #expect(throws: NSError.self) {
            _ = try await item.loadItem(forTypeIdentifier: "public.movie")
        }
        #expect(error?.domain == NSItemProvider.errorDomain)
        #expect(error?.code == NSItemProvider.ErrorCode.itemUnavailableError.rawValue)
    }
}
