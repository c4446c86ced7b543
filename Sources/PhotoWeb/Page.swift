package import Foundation
package import PhotoModel
package import SystemPackage

/// A request from the browser.
package struct PageRequest: Sendable {
    /// The components of the path after the token: `["photo", "3"]`; `[""]` for the first page.
    package let path: [String]
    /// The fields of a submitted form; `nil` for other requests.
    package let form: [String: String]?
}

/// The response to a request.
package enum PageAnswer: Sendable {
    /// Text or a picture, held in memory.
    case content(Data, type: ContentType)
    /// A file, which is read while it is sent.
    case file(FilePath, type: ContentType)
    /// A redirection to the page at a path after the token.
    case redirect(to: String)
    /// The page does not exist.
    case notFound

    /// The type of the content, in the form of the header `Content-Type`.
    package struct ContentType: Sendable, Hashable {
        /// The header's value.
        package let value: String

        package static let html = ContentType(value: "text/html; charset=utf-8")
        package static let styleSheet = ContentType(value: "text/css; charset=utf-8")
        package static let script = ContentType(value: "text/javascript; charset=utf-8")

        /// The type of a picture that all current browsers display; `nil` for other formats.
        package init?(_ format: ImageFormat) {
            switch format {
            case .jpeg, .png, .gif, .webp, .avif, .bmp: value = "image/\(format.rawValue)"
            case .heic, .tiff, .video, .raw, .unknown: return nil
            }
        }

        private init(value: String) { self.value = value }
    }
}
