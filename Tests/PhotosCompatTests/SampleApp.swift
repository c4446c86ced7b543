import Foundation
import TestSupport
import Testing

/// A process of a sample program, which a person uses by lines of its standard input.
final class SampleApp {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    private let errors: Pipe?
    private var received = Data()

    /// - Parameter readsErrors: Whether ``firstError()`` is used; otherwise the standard error is that of the tests.
    init(
        _ arguments: [String], program: URL = SamplePrograms.url(of: "photokit-port"), environment: [String: String],
        readsErrors: Bool = false
    ) throws {
        errors = readsErrors ? Pipe() : nil
        if let errors { process.standardError = errors }
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
    }

    deinit { process.terminate() }

    /// What the person does in the app.
    func say(_ line: String) { input.fileHandleForWriting.write(Data("\(line)\n".utf8)) }

    /// The next lines that the app prints.
    func lines(_ count: Int) throws -> [String] {
        var lines: [String] = []
        while lines.count < count {
            guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else {
                let data = output.fileHandleForReading.availableData
                guard !data.isEmpty else { throw CocoaError(.fileReadUnknown, userInfo: ["lines": lines]) }
                received += data
                continue
            }
            lines.append(String(decoding: received[received.startIndex..<end], as: UTF8.self))
            received = Data(received[(end + 1)...])
        }
        return lines
    }

    /// The next line that shows no progress.
    func result() throws -> String {
        while true {
            let line = try lines(1)[0]
            if !line.hasPrefix("Progress: ") { return line }
        }
    }

    /// The first line on standard error; waits for it.
    func firstError() throws -> String {
        let reader = try #require(errors).fileHandleForReading
        var text = Data()
        while !text.contains(UInt8(ascii: "\n")) {
            let data = reader.availableData
            guard !data.isEmpty else { break }
            text += data
        }
        return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
