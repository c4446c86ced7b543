import Foundation
import Glibc
import PhotosCompat
import TestSupport
import Testing

/// The copy that a load handler gets of a photo, if the process ends in the handler.
@Suite struct AbandonedCopyTests {
    private let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    private var files: [String] { FileManager.default.subpaths(atPath: temporary.url.path) ?? [] }

    @Test func theNextStartRemovesTheCopy() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = temporary.url.path as String] in
            setenv("TMPDIR", path, 1)
            let item = NSItemProvider()
            item.registerDataRepresentation(forTypeIdentifier: "public.jpeg", visibility: .all) { completion in
                completion(Data(count: 1000), nil)
                return nil
            }
            item.loadFileRepresentation(forTypeIdentifier: "public.jpeg") { _, _ in kill(getpid(), SIGKILL) }
            while true { pause() }
        }
        #expect(files.contains { $0.hasSuffix("/Item.jpeg") }, "\(files)")
        await #expect(processExitsWith: .success) { [path = temporary.url.path as String] in
            setenv("TMPDIR", path, 1)
            _ = await PHPickerViewController(configuration: PHPickerConfiguration())
            for _ in 0..<2_000 where FileManager.default.subpaths(atPath: path)?.isEmpty == false { usleep(5_000) }
        }
        #expect(files == [])
    }
}
