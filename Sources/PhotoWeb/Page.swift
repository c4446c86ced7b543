package import Foundation
package import PhotoModel
package import SystemPackage

/// A request from the browser.
package struct PageRequest: Sendable {
    /// The components of the path after the token: `["photo", "3"]`; `[""]` for the first page.
    package let path: [String]
    /// The parameters of the address; the first of several with the same name.
    package let query: [String: String]
    /// What the page sent; `nil` for other requests.
    package let body: Body?

    package enum Body: Sendable {
        /// The fields of a submitted form.
        case form([String: String])
        case json(Data)
    }

    /// The fields of a submitted form; `nil` for other requests.
    package var form: [String: String]? { if case .form(let fields) = body { fields } else { nil } }
}

/// The response to a request.
package enum PageAnswer: Sendable {
    /// Text, a picture or numbers, held in memory, with the values of headers whose names begin with `X-`.
    case content(Data, type: ContentType, headers: [String: String] = [:])
    /// A file, which is read while it is sent.
    ///
    /// A request for a range of bytes gets this range.
    case file(FilePath, type: ContentType)
    /// A redirection to the page at a path after the token.
    case redirect(to: String)
    /// The page does not exist.
    case notFound
    /// The page cannot be read now.
    case unavailable
    /// The page does not exist any more, because the person has finished.
    case gone
    /// The request is refused, with a sentence for the person.
    case refused(String)

    /// The type of the content, in the form of the header `Content-Type`.
    package struct ContentType: Sendable, Hashable {
        /// The header's value.
        package let value: String

        package static let html = ContentType(value: "text/html; charset=utf-8")
        package static let styleSheet = ContentType(value: "text/css; charset=utf-8")
        package static let script = ContentType(value: "text/javascript; charset=utf-8")
        package static let json = ContentType(value: "application/json")
        package static let bytes = ContentType(value: "application/octet-stream")
        package static let jpeg = ContentType(value: "image/jpeg")

        /// The type of a picture that all current browsers display; `nil` for other formats.
        package init?(_ format: ImageFormat) {
            guard format.isShownByBrowsers, let type = TypeIdentifier(format).preferredMIMEType else { return nil }
            value = type
        }

        /// The type of a file by the extension of its name; `nil` if browsers play no such videos.
        package init?(videoExtension: String) {
            switch videoExtension.lowercased() {
            case "mp4", "m4v", "mov": value = "video/mp4"
            case "webm", "mkv": value = "video/webm"
            default: return nil
            }
        }

        private init(value: String) { self.value = value }
    }
}
