import MessageSupport
import OpenPhotoKitOwner
import PhotosCompat
import TestSupport
import Testing

/// A raw file without a preview has no picture, so it may show any photo of its day.
@Suite("The reason why a library cannot tell is in userInfo", .withAndWithoutMessages)
struct UndecidableTests {
    private static let raw = Data(TIFFBuilder(main: [.text(0x010F, "Maker"), .byte(0xC612, 1)]).bytes)

    private func cloudIdentifier(of file: Data) throws -> PHCloudIdentifier {
        let gallery = try Gallery()
        let photo = try gallery.add([file])[0]
        return try #require(gallery.library.cloudIdentifierMappings(forLocalIdentifiers: [photo])[photo]).get()
    }

    private func error(for cloud: PHCloudIdentifier, in gallery: Gallery) throws -> PHPhotosError {
        let error = try #require(gallery.library.localIdentifierMappings(for: [cloud])[cloud]?.error as? PHPhotosError)
        #expect(error.code == .identifierNotFound)
        return error
    }

    @Test func picturesOfTheLibrary() throws {
        let asked = try cloudIdentifier(of: Gallery.png(1))
        let gallery = try Gallery()
        #expect(try error(for: asked, in: gallery).userInfo[PHUndecidableReasonErrorKey] == nil)
        let raw = try gallery.add([Self.raw])
        let error = try error(for: asked, in: gallery)
        let reason =
            "Cannot tell whether the photo is in the library: 1 picture of the library that may show it is not decoded."
        for userInfo in [error.userInfo, error.errorUserInfo, (error as NSError).userInfo] {
            #expect(userInfo[PHUndecidableReasonErrorKey] as? String == reason)
            #expect(userInfo[NSLocalizedFailureReasonErrorKey] as? String == reason)
            #expect(userInfo[PHUndecodedLocalIdentifiersErrorKey] as? [String] == raw)
        }
        #expect(error.localizedDescription == reason)
    }

    @Test func theRequestedPicture() throws {
        let error = try error(for: try cloudIdentifier(of: Self.raw), in: try Gallery())
        let reason = try #require((error as NSError).userInfo[PHUndecidableReasonErrorKey] as? String)
        #expect(reason.contains("its identifier has no picture"), "\(reason)")
        #expect(error.userInfo[PHUndecodedLocalIdentifiersErrorKey] as? [String] == [])
    }
}
