internal import CLinux
internal import Foundation
internal import Synchronization

/// Standard error: messages and progress for people.
struct Terminal: Sendable {
    /// Whether standard error is a screen.
    static var isScreen: Bool { isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb" }

    private let isColored: Bool

    init(color: ColorChoice) {
        isColored =
            switch color {
            case .always: true
            case .never: false
            case .auto: Self.isScreen && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
            }
    }

    /// Prints an error, in red if colours are on.
    func printError(_ message: String) { write(isColored ? "\u{1B}[31m\(message)\u{1B}[0m\n" : message + "\n") }

    /// Prints a warning or remark, in yellow if colours are on.
    func printWarning(_ message: String) { write(isColored ? "\u{1B}[33m\(message)\u{1B}[0m\n" : message + "\n") }

    func write(_ text: String) { StatusLine.whileCleared { Self.put(text) } }

    fileprivate static func put(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

    /// Columns of the screen, 80 if unknown.
    static var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// The text without characters that move the cursor or start a control sequence.
    ///
    /// File names may contain them.
    static func safe(_ text: String) -> String {
        // Format characters too, because one of them reverses the rest of the line.
        String(
            text.unicodeScalars.map {
                [.control, .format].contains($0.properties.generalCategory) ? "\u{FFFD}" : Character($0)
            })
    }
}

/// The last line of the screen, which shows progress.
///
/// It is cleared before other output.
enum StatusLine {
    private static let isShown = Mutex(false)

    /// Shows a text until the next one, or until other output.
    static func show(_ text: String) {
        isShown.withLock { isShown in
            Terminal.put("\r\u{1B}[2K" + text)
            isShown = !text.isEmpty
        }
    }

    /// Clears the line and prints.
    ///
    /// Other threads wait meanwhile.
    static func whileCleared(_ print: () -> Void) {
        isShown.withLock { isShown in
            if isShown { Terminal.put("\r\u{1B}[2K") }
            isShown = false
            print()
        }
    }
}
