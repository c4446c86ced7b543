internal import CImageShims
internal import PhotoModel

/// The reason why decoding ended before the end of the image.
enum DecodeStop: Error {
    /// A defect or limit of the picture.
    case picture(PictureCondition, ImageWarning)
    /// The source cannot be read, or the caller cancelled.
    case caller(PhotoLibraryError)

    /// The stop for an exceeded limit.
    static func limit(_ name: String, _ limit: Int, found: Int) -> DecodeStop {
        .picture(.limited, .limit(name, limit, found: found))
    }

    static func unsupported(_ message: String) -> DecodeStop {
        .picture(.unsupported, ImageWarning(code: "unsupported", message: message))
    }

    static func corrupt(_ message: String) -> DecodeStop {
        .picture(.damaged, ImageWarning(code: "corruptData", message: message))
    }

    static func truncated(_ message: String) -> DecodeStop {
        .picture(.damaged, ImageWarning(code: "truncated", message: message))
    }

    /// The stop for a library that cannot allocate its state.
    static func noMemory(for library: String) -> DecodeStop {
        .picture(.limited, ImageWarning(code: "decoderLimit", message: "There is no memory for \(library)."))
    }

    /// Creates the stop for a status of the C shims; `nil` if decoding did not end.
    ///
    /// - Parameter failure: The error that made the source's callback ask for a stop.
    init?(_ status: opk_status, _ report: opk_report, failure: PhotoLibraryError?) {
        if status == OPK_OK { return nil }
        func warning(_ code: String) -> ImageWarning { ImageWarning(code: code, message: text(report.error)) }
        switch status {
        case OPK_UNSUPPORTED: self = .picture(.unsupported, warning("unsupported"))
        case OPK_LIMIT: self = .picture(.limited, warning("decoderLimit"))
        case OPK_STOPPED: self = .caller(failure ?? PhotoLibraryError(.internalError, "Decoding stopped by itself."))
        default: self = .picture(.damaged, warning(report.ended_early ? "truncated" : "corruptData"))
        }
    }
}

/// Runs a part of a decode that reads the source.
///
/// Its error is not one of the picture.
func withCallerErrors<Result>(_ part: () throws(PhotoLibraryError) -> Result) throws(DecodeStop) -> Result {
    do { return try part() } catch { throw .caller(error) }
}

extension ImageWarning {
    /// Creates a warning from a library's report; `nil` if the library did not warn.
    init?(_ report: opk_report) {
        guard report.warnings > 0 else { return nil }
        let code = !report.picture_warned ? "benign" : report.ended_early ? "truncated" : "corruptData"
        self.init(code: code, message: text(report.first_warning), count: Int(report.warnings))
    }
}

/// The text in a C array that ends with NUL.
private func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
