import Foundation
import OpenPhotoKitOwner
import TestSupport
import Testing

@testable import LibraryBroker

/// The sample gallery, compiled with Apple's imports, as an app that the broker serves.
@Suite(.runsSamples, .timeLimit(.minutes(2))) struct SampleGalleryTests {
    @Test func theOwnerSelectsPhotosAndLaterAnother() async throws {
        let served = try await ServedLibrary()
        let photos = served.photos
        try served.owner.setAccess(.limited(), for: ServedLibrary.app, selecting: Array(photos[0..<2]))
        let isServed = eventually { FileManager.default.fileExists(atPath: served.socket.string) }
        try #require(isServed)
        let person = Pipe()
        person.fileHandleForWriting.write(Data("open 1\nmore\n".utf8))
        var isAnswered = false
        let run = try PhotosProcess.run(
            arguments: [], program: "gallery", in: SamplePrograms.folder, from: person.fileHandleForReading,
            environment: ["PHOTOS_SOCKET": served.socket.string], sending: SIGTERM
        ) { lines in
            if lines == 3, !isAnswered {
                isAnswered = eventually { served.notices.requests(of: ServedLibrary.app) == [.selection] }
                try? served.owner.answer(
                    .selection, of: ServedLibrary.app, .selected(Array(photos[0..<3]), withPlaces: true))
            }
            return lines == 5
        }
        #expect(isAnswered)
        #expect(run.lines.prefix(3) == ["Access: selected photos", "Photos: 2", "Photo: 320×240"])
        #expect(
            Set(run.lines.dropFirst(3)) == [
                "Changed: 0 removed, 1 inserted, 0 changed, now 3", "Newly selected: 1",
            ])
    }
}
