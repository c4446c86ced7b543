import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Processes that exchange are killed.
@Suite struct SyncKillTests {
    /// `photos sync` is killed before each call that changes the disk, one call in each run, first while it writes to
    /// the registry and then while it applies what another device wrote.
    @Test(.enabled(if: FaultInjection.compiler != nil, "it needs a C compiler"), .timeLimit(.minutes(10)))
    func killedAtAnyMomentNothingIsLost() async throws {
        let scene = try await SyncScene()
        try await scene.exchange()
        let killer = try FaultInjection.library("kill-at-call", in: scene.laptop.folder)
        var (killed, call, isAnyKilled) = (0, 1, true)
        while isAnyKilled {
            isAnyKilled = false
            let (title, caption) = ("Title \(call)", "Caption \(call)")
            try scene.laptop.open().set(.title(title), of: "1.jpg")
            try scene.desktop.open().set(.caption(caption), of: "2.jpg")
            for side in [scene.laptop, scene.desktop] {
                try side.waitUntilClosed()
                let outcome = try PhotosProcess.run(
                    arguments: ["sync", "--library", side.libraryPath.string],
                    environment: ["LD_PRELOAD": killer, "KILL_AT_CALL": "\(call)"])
                guard outcome.exitCode != 0 else { continue }
                #expect(outcome.exitCode == 128 + SIGKILL, "\(outcome.standardError)")
                (killed, isAnyKilled) = (killed + 1, true)
            }
            try await scene.expectAgreement()
            for side in [scene.laptop, scene.desktop] {
                let library = try side.open()
                #expect(try library.title(of: "1.jpg") == title, "call \(call)")
                let photo = try library.photo("2.jpg")
                #expect(try library.assets(withLocalIdentifiers: [photo])[photo]?.metadata.caption == caption)
                #expect(try await library.syncStatus().unusableFiles.isEmpty, "call \(call)")
            }
            call += LongTests.count(12, all: 2)
        }
        #expect(killed > LongTests.count(4, all: 20))
    }
}
