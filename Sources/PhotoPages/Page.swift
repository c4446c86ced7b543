package import Foundation
package import PhotoModel
package import SystemPackage

/// What a browser asked for.
package struct PageRequest: Sendable {
    /// The parts of the path behind the token: `["photo", "3"]`; `[""]` for the first page.
    package let path: [String]
    /// The fields of a form that was sent; `nil` if the page is only read.
    package let form: [String: String]?
}

/// What it gets.
package enum PageAnswer: Sendable {
    /// Text or a picture, held in memory.
    case content(Data, type: ContentType)
    /// A file, read as it is sent.
    case file(FilePath, type: ContentType)
    /// The page at a path behind the token instead.
    case redirect(to: String)
    /// There is no such page.
    case notFound

    /// What browsers are told that bytes are, as `Content-Type` has it.
    package struct ContentType: Sendable, Hashable {
        /// The header's value.
        package let value: String

        package static let html = ContentType(value: "text/html; charset=utf-8")
        package static let styleSheet = ContentType(value: "text/css; charset=utf-8")
        package static let script = ContentType(value: "text/javascript; charset=utf-8")

        /// The type of a picture that every browser of today shows; `nil` for other kinds of file.
        package init?(_ format: ImageFormat) {
            switch format {
            case .jpeg, .png, .gif, .webp, .avif, .bmp: value = "image/\(format.rawValue)"
            case .heic, .tiff, .video, .raw, .unknown: return nil
            }
        }

        private init(value: String) { self.value = value }
    }
}
