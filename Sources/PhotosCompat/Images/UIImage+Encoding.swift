public import Foundation
internal import ImageDecoding
internal import PhotoModel
internal import SystemSupport

extension UIImage {
    /// Encodes the upright picture in sRGB as a JPEG without metadata; `nil` if it cannot be decoded.
    ///
    /// A picture of more than ``maxPixelCount`` is made smaller.
    ///
    /// - Parameter compressionQuality: From 0, the smallest file, to 1, the best quality.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        guard compressionQuality.isFinite else { return nil }
        return try? jpeg(as: whole(quality: Int((min(max(0, compressionQuality), 1) * 100).rounded())))
    }

    /// Encodes the upright picture in sRGB as a PNG without metadata; `nil` if it cannot be decoded.
    ///
    /// A picture of more than ``maxPixelCount`` is made smaller.
    public func pngData() -> Data? {
        guard let png = try? buffer().png() else { return nil }
        return Data(png)
    }

    /// The upright picture at the greatest size that fits in this size in points; `nil` if it cannot be decoded.
    ///
    /// A smaller picture keeps its size.
    public func preparingThumbnail(of size: CGSize) -> UIImage? {
        let fitting = min(size.width / self.size.width, size.height / self.size.height)
        guard fitting > 0 else { return nil }
        let side = CGFloat(max(pixelSize.width, pixelSize.height)) * min(fitting, 1)
        let rendition = Rendition(side: .long, pixels: Int(side), quality: 90)
        return (try? buffer(as: rendition)).map { UIImage($0, scale: scale) }
    }
}

extension UIImage: NSItemProviderReading {
    /// The types of pictures that are decoded: JPEG, PNG and others.
    public static var readableTypeIdentifiersForItemProvider: [String] {
        ImageFormat.allCases.filter(\.isDecodable).map { TypeIdentifier($0, filenameExtension: "").rawValue }
    }

    /// The picture in the bytes of a file.
    ///
    /// - Throws: `PHPhotosError.invalidResource` if they have no picture that can be decoded.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> UIImage {
        guard let image = UIImage(data: data) else {
            throw PHPhotosError(
                PhotoLibraryError(.invalidResource, "The bytes have no picture that can be decoded."))
        }
        return image
    }
}

extension UIImage: NSItemProviderWriting {
    /// PNG, which loses nothing, and JPEG.
    public static var writableTypeIdentifiersForItemProvider: [String] {
        [UTType.png.identifier, UTType.jpeg.identifier]
    }

    /// Encodes the upright picture in sRGB without metadata.
    ///
    /// A picture of more than ``maxPixelCount`` is made smaller.
    ///
    /// - Parameters:
    ///   - typeIdentifier: That of JPEG, otherwise the picture is encoded as a PNG.
    ///   - completionHandler: Gets the bytes, or the ``PHPhotosError`` if the picture cannot be decoded.
    /// - Returns: `nil`.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        Task {
            do {
                let data = try await blocking {
                    typeIdentifier == UTType.jpeg.identifier
                        ? try self.jpeg(as: self.whole(quality: 90)) : Data(try self.buffer().png())
                }
                completionHandler(data, nil)
            } catch { completionHandler(nil, PHPhotosError.of(error)) }
        }
        return nil
    }
}
