import Foundation
import OpenPhotoKitOwner
import Testing

@Suite("The article on the picker")
struct PickerArticleTests {
    private let samples: Samples

    init() throws { samples = try Samples() }

    @Test func selecting() async throws {
        let library = try await samples.library(of: samples.card)
        let folder = samples.path
        let selection = Task {
            var configuration = PickerConfiguration()
            configuration.selectionLimit = 3
            let picker = try PhotoPicker(configuration, library: library)
            for item in try await picker.results() where item.canLoad(.image) {
                let name = "\(item.suggestedName ?? "photo").\(item.types.first?.preferredFilenameExtension ?? "jpg")"
                try await item.load(.image, to: folder.appending(name))
            }
        }
        // Nobody opens the page.
        selection.cancel()
        await #expect(throws: PhotoLibraryError(.cancelled, "")) { try await selection.value }
    }
}
