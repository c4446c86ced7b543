internal import Foundation
internal import OpenPhotoKitOwner

/// The terminal of the process, for questions to a person, also if standard input and output are redirected.
struct InteractiveTerminal {
    private let terminal: FileHandle

    /// - Parameter remedy: The end of the error message: what to do without a terminal.
    /// - Throws: `unreadable` if the process has no terminal.
    init(orElse remedy: String) throws {
        guard let terminal = FileHandle(forUpdatingAtPath: "/dev/tty") else {
            throw PhotoLibraryError(
                .unreadable, "This command asks questions, but there is no terminal. \(remedy)", path: "/dev/tty")
        }
        self.terminal = terminal
    }

    /// Writes lines.
    ///
    /// Control characters in them are replaced.
    func write(_ text: String) {
        let safe = text.split(separator: "\n", omittingEmptySubsequences: false).map { Terminal.safe(String($0)) }
        try? terminal.write(contentsOf: Data(safe.joined(separator: "\n").utf8))
    }

    /// Writes a question and waits for a line.
    ///
    /// - Returns: The line in lower case, without spaces around it; `nil` if the terminal was closed.
    func answer(to question: String) -> String? {
        write(question)
        // Reading from a terminal returns one line, or no bytes after it was closed.
        let line = terminal.availableData
        guard !line.isEmpty else { return nil }
        return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }

    /// Writes a question and waits for a line, which the terminal does not show.
    ///
    /// - Returns: The line; `nil` if the terminal was closed.
    func secret(for question: String) -> String? {
        write(question)
        var shown = termios()
        let hides = tcgetattr(terminal.fileDescriptor, &shown) == 0
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        if hides { tcsetattr(terminal.fileDescriptor, TCSAFLUSH, &hidden) }
        defer {
            if hides { tcsetattr(terminal.fileDescriptor, TCSAFLUSH, &shown) }
            write("\n")
        }
        let line = terminal.availableData
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
