public import Foundation

/// A real browser without a window, driven through the Chrome DevTools protocol over pipes.
///
/// A value may be used by one thread at a time. Every call blocks.
public final class Browser {
    /// A failure of the browser or of a page.
    public struct Failure: Error, CustomStringConvertible {
        /// The browser's message.
        public let description: String
    }

    /// The path of Chromium; `nil` if it is not installed.
    public static let path: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The errors of pages, such as failed scripts and refused resources.
    public private(set) var complaints: [String] = []

    private let process = Process()
    private let profile: TemporaryFolder
    private let input = Pipe()
    private let output = Pipe()
    private var received = Data()
    private var lastID = 0
    private var session: String?

    /// Starts a browser with a page of this size in CSS pixels.
    public init(width: Int = 1400, height: Int = 1000) throws {
        guard let path = Self.path else { throw Failure(description: "Chromium is not installed.") }
        profile = try TemporaryFolder()
        // Chromium reads commands from descriptor 3 and writes responses to descriptor 4.
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", #"exec "$@" 3<&0 4>&1 >/dev/null 2>&1"#, "sh", path, "--headless", "--no-sandbox", "--disable-gpu",
            "--hide-scrollbars", "--user-data-dir=\(profile.url.path)", "--window-size=\(width),\(height)",
            "--remote-debugging-pipe",
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // A browser that hangs is ended, so that the test does not wait without end.
        let process = self.process
        DispatchQueue.global().asyncAfter(deadline: .now() + 300) { if process.isRunning { process.terminate() } }
        let target = try send("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
        session = try send("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"] as? String
        for domain in ["Page", "Runtime", "Log"] { _ = try send("\(domain).enable") }
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// Opens a page and waits until it is loaded with all pictures.
    public func open(_ address: String) throws {
        _ = try send("Page.navigate", ["url": address])
        try wait(for: "location.href !== 'about:blank'")
    }

    /// Waits until an expression is true on a loaded page; fails after 30 seconds.
    public func wait(for expression: String) throws {
        let deadline = Date() + 30
        while Date() < deadline {
            // While a page is replaced, expressions cannot be evaluated.
            if (try? evaluate("document.readyState === 'complete' && Boolean(\(expression))")) as? Bool == true {
                return
            }
            usleep(50_000)
        }
        throw Failure(
            description: "\(expression) did not become true: \(try evaluate("document.body.innerText") ?? "")")
    }

    /// The value of an expression on the page.
    public func evaluate(_ expression: String) throws -> Any? {
        let answer = try send("Runtime.evaluate", ["expression": expression, "returnByValue": true])
        if let exception = answer["exceptionDetails"] { throw Failure(description: "\(exception)") }
        return (answer["result"] as? [String: Any])?["value"]
    }

    /// Presses and releases the mouse in the middle of the element that an expression gives.
    public func click(_ element: String) throws {
        let middle =
            "(() => { const b = (\(element)).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] })()"
        guard let place = try evaluate(middle) as? [Double], place.count == 2 else {
            throw Failure(description: "There is no \(element).")
        }
        for (type, buttons) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
            _ = try send(
                "Input.dispatchMouseEvent",
                [
                    "type": type, "x": place[0], "y": place[1], "buttons": buttons, "clickCount": 1,
                    "button": type == "mouseMoved" ? "none" : "left",
                ])
        }
    }

    /// Presses and releases a key that writes a character.
    public func press(_ key: Character) throws {
        for type in ["keyDown", "keyUp"] {
            _ = try send("Input.dispatchKeyEvent", ["type": type, "key": String(key), "text": String(key)])
        }
    }

    /// Sets the preferred colour scheme of pages.
    public func setColorScheme(dark: Bool) throws {
        let feature = ["name": "prefers-color-scheme", "value": dark ? "dark" : "light"]
        _ = try send("Emulation.setEmulatedMedia", ["features": [feature]])
    }

    /// A picture of the whole page as a PNG file.
    public func screenshot() throws -> Data {
        let answer = try send("Page.captureScreenshot", ["captureBeyondViewport": true])
        return (answer["data"] as? String).flatMap { Data(base64Encoded: $0) } ?? Data()
    }

    // MARK: The protocol

    /// Sends a command and returns its result.
    func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        try answer(to: begin(method, parameters))
    }

    /// Sends a message without waiting for its answer.
    ///
    /// - Returns: The message's number for ``answer(to:)``.
    func begin(_ method: String, _ parameters: [String: Any]) throws -> Int {
        lastID += 1
        var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
        message["sessionId"] = session
        try input.fileHandleForWriting.write(contentsOf: JSONSerialization.data(withJSONObject: message) + [0])
        return lastID
    }

    /// Waits for the answer to a message; answers to earlier messages are lost.
    func answer(to id: Int) throws -> [String: Any] {
        while let answer = try next() {
            guard answer["id"] as? Int == id else {
                note(answer)
                continue
            }
            if let error = answer["error"] { throw Failure(description: "\(error)") }
            return answer["result"] as? [String: Any] ?? [:]
        }
        throw Failure(description: "The browser ended.")
    }

    /// Messages end with a zero byte.
    private func next() throws -> [String: Any]? {
        while true {
            if let end = received.firstIndex(of: 0) {
                let message = received[received.startIndex..<end]
                received = Data(received[(end + 1)...])
                return try JSONSerialization.jsonObject(with: message) as? [String: Any]
            }
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { return nil }
            received += data
        }
    }

    private func note(_ event: [String: Any]) {
        let parameters = event["params"] as? [String: Any]
        if event["method"] as? String == "Log.entryAdded", let entry = parameters?["entry"] as? [String: Any] {
            complaints.append("\(entry["text"] ?? entry)")
        } else if event["method"] as? String == "Runtime.exceptionThrown" {
            complaints.append("\(parameters ?? [:])")
        }
    }
}
