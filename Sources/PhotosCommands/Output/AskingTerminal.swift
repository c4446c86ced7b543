internal import Foundation
internal import OpenPhotoKit

/// The terminal itself, to ask a person on, whatever standard input and output are.
struct AskingTerminal {
    private let terminal: FileHandle

    /// - Parameter remedy: What else can be done, as a sentence.
    /// - Throws: `unreadable` if the process has no terminal.
    init(orElse remedy: String) throws {
        guard let terminal = FileHandle(forUpdatingAtPath: "/dev/tty") else {
            throw PhotoLibraryError(
                .unreadable, "There is no terminal to ask on. \(remedy)", path: "/dev/tty")
        }
        self.terminal = terminal
    }

    /// Shows lines in which nothing moves the cursor.
    func write(_ text: String) {
        let safe = text.split(separator: "\n", omittingEmptySubsequences: false).map { Terminal.safe(String($0)) }
        try? terminal.write(contentsOf: Data(safe.joined(separator: "\n").utf8))
    }

    /// Shows a question and waits for a line: in lower case, without the spaces around it; `nil` if the terminal was
    /// closed.
    func answer(to question: String) -> String? {
        write(question)
        // A terminal gives one line at a time; nothing means that it was closed.
        let line = terminal.availableData
        guard !line.isEmpty else { return nil }
        return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }
}
