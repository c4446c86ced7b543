package import Foundation

/// A request or an answer: a value in JSON, and raw bytes beside it, such as the bytes of a file.
package struct Message: Sendable, Equatable {
    package var content: Data
    package var bytes: Data

    package init(content: Data = Data(), bytes: Data = Data()) {
        self.content = content
        self.bytes = bytes
    }
}
