internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel
internal import Synchronization

/// JSON output: one object a line on standard output.
enum JSONLines {
    private static let summaries = Mutex(0)

    /// Whether the summary was printed.
    static var hasSummary: Bool { summaries.withLock { $0 > 0 } }

    /// Prints the last line of a command's output.
    static func printSummary(_ numbers: some Encodable) {
        summaries.withLock { $0 += 1 }
        print(["summary": numbers])
    }

    /// Prints the last line of an interrupted command: the numbers up to the interruption, and the error `cancelled`.
    static func printSummary(ofInterrupted numbers: [String: Int]) {
        printSummary(InterruptedSummary(numbers: numbers))
    }

    private struct InterruptedSummary: Encodable {
        let numbers: [String: Int]

        func encode(to encoder: any Encoder) throws {
            try numbers.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("\(PhotoLibraryError.Code.cancelled)", forKey: .error)
        }

        private enum CodingKeys: CodingKey { case error }
    }

    static func print(_ value: some Encodable) {
        guard let line = try? object(value) else { return }
        StandardOutput.write(line + [UInt8(ascii: "\n")])
    }

    /// The object as one line, without a line end.
    static func object(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try encoder.encode(value)
    }
}

/// Standard output, for results only.
///
/// Lines of several threads do not mix.
enum StandardOutput {
    private static let firstFailure = Mutex<(any Error)?>(nil)

    /// The first error of writing, a full disk for example; `nil` if all output was written.
    static var failure: (any Error)? { firstFailure.withLock { $0 } }

    static func write(_ data: Data) {
        StatusLine.whileCleared {
            do { try FileHandle.standardOutput.write(contentsOf: data) } catch {
                firstFailure.withLock { $0 = $0 ?? error }
            }
        }
    }

    static func print(_ line: String) { write(Data((line + "\n").utf8)) }
}

/// The JSON object of an error: code, message, the identifier in question, and the local identifiers that it may mean.
struct ErrorObject: Encodable {
    let code: String
    let message: String
    let identifier: String?
    let localIdentifiers: [String]?

    init(_ error: PhotoLibraryError) {
        code = "\(error.code)"
        message = error.commandMessage
        identifier = error.identifier
        localIdentifiers = error.localIdentifiers.isEmpty ? nil : error.localIdentifiers
    }

    init(_ error: any Error) {
        self.init(error as? PhotoLibraryError ?? PhotoLibraryError(.internalError, "\(error)"))
    }
}

struct WarningObject: Encodable {
    let code: String
    let message: String

    init(_ warning: PhotoAnalysis.Warning) {
        code = warning.code
        message = warning.message
    }

    init(_ warning: ImportWarning) {
        code = warning.code
        message = warning.sentence
    }
}

/// A path as text, and its bytes in base64 if they are not UTF-8.
struct PathObject {
    let path: String
    let pathBase64: String?

    init(_ path: FilePath) {
        self.path = path.string
        let bytes = path.bytes
        pathBase64 = bytes == Array(path.string.utf8) ? nil : Data(bytes).base64EncodedString()
    }
}
