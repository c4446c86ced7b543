internal import Foundation

// Keys, the mouse and fingers, as the browser gets them from the system.
extension Browser {
    /// A key that writes no character, or that has a meaning beside its character.
    public enum Key: String, Sendable {
        case left = "ArrowLeft"
        case right = "ArrowRight"
        case up = "ArrowUp"
        case down = "ArrowDown"
        case home = "Home"
        case end = "End"
        case pageUp = "PageUp"
        case pageDown = "PageDown"
        case tab = "Tab"
        case enter = "Enter"
        case space = " "
        case escape = "Escape"
        case delete = "Delete"

        fileprivate var code: Int {
            switch self {
            case .left: 37
            case .up: 38
            case .right: 39
            case .down: 40
            case .home: 36
            case .end: 35
            case .pageUp: 33
            case .pageDown: 34
            case .tab: 9
            case .enter: 13
            case .space: 32
            case .escape: 27
            case .delete: 46
            }
        }

        /// What the key writes.
        fileprivate var text: String? { self == .enter ? "\r" : self == .space ? " " : nil }
    }

    /// The keys that are held.
    public struct Modifiers: OptionSet, Sendable {
        /// The bits of the protocol.
        public let rawValue: Int
        /// Creates a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The key Ctrl.
        public static let control = Modifiers(rawValue: 2)
        /// The key Shift.
        public static let shift = Modifiers(rawValue: 8)
    }

    /// A point of the window in CSS pixels.
    public struct Point: Sendable {
        /// From the left.
        public var x: Double
        /// From the top.
        public var y: Double
        /// Creates a point.
        public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
        fileprivate func moved(to other: Point, part: Double) -> Point {
            Point(x + (other.x - x) * part, y + (other.y - y) * part)
        }
    }

    // MARK: Keys

    /// Presses and releases a key, after a time in which it is held.
    public func press(_ key: Key, _ modifiers: Modifiers = [], heldFor seconds: Double = 0) throws {
        try send(key.rawValue, key.code, text: modifiers.contains(.control) ? nil : key.text, modifiers) {
            if seconds > 0 { Thread.sleep(forTimeInterval: seconds) }
        }
    }

    /// Holds a key until it has repeated itself some times.
    public func hold(_ key: Key, repeating count: Int) throws {
        for number in 0...count {
            _ = try send(
                "Input.dispatchKeyEvent",
                [
                    "type": "rawKeyDown", "key": key.rawValue, "code": key.rawValue,
                    "windowsVirtualKeyCode": key.code, "autoRepeat": number > 0,
                ])
        }
        _ = try send(
            "Input.dispatchKeyEvent",
            ["type": "keyUp", "key": key.rawValue, "code": key.rawValue, "windowsVirtualKeyCode": key.code])
    }

    /// Presses and releases Ctrl with a letter.
    public func pressControl(_ letter: Character) throws {
        try send(String(letter), Int(letter.uppercased().unicodeScalars.first?.value ?? 0), text: nil, .control) {}
    }

    private func send(_ key: String, _ code: Int, text: String?, _ modifiers: Modifiers, held: () -> Void) throws {
        var parameters: [String: Any] = [
            "key": key, "code": key, "windowsVirtualKeyCode": code, "modifiers": modifiers.rawValue,
        ]
        parameters["type"] = text == nil ? "rawKeyDown" : "keyDown"
        parameters["text"] = text
        // On a slow machine, a key whose answer is awaited would count as held down.
        let down = try begin("Input.dispatchKeyEvent", parameters)
        held()
        parameters["type"] = "keyUp"
        parameters["text"] = nil
        let up = try begin("Input.dispatchKeyEvent", parameters)
        for event in [down, up] { _ = try answer(to: event) }
    }

    // MARK: Places

    /// The middle of the element that an expression gives.
    public func middle(of element: String) throws -> Point {
        let middle =
            "(() => { const b = (\(element)).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] })()"
        guard let place = try evaluate(middle) as? [Double], place.count == 2 else {
            throw Failure(description: "There is no \(element).")
        }
        return Point(place[0], place[1])
    }

    // MARK: Mouse

    /// Presses and releases the mouse.
    public func click(at point: Point, _ modifiers: Modifiers = []) throws {
        try mouse("mouseMoved", point, modifiers)
        try mouse("mousePressed", point, modifiers)
        try mouse("mouseReleased", point, modifiers)
    }

    /// Moves the pressed mouse from one point to another.
    public func drag(from start: Point, to end: Point) throws {
        try mouse("mouseMoved", start)
        try mouse("mousePressed", start)
        for step in 1...8 { try mouse("mouseDragged", start.moved(to: end, part: Double(step) / 8)) }
        try mouse("mouseReleased", end)
    }

    private func mouse(_ type: String, _ point: Point, _ modifiers: Modifiers = []) throws {
        let isPressed = type == "mousePressed" || type == "mouseDragged"
        _ = try send(
            "Input.dispatchMouseEvent",
            [
                "type": type == "mouseDragged" ? "mouseMoved" : type, "x": point.x, "y": point.y,
                "button": type == "mouseMoved" ? "none" : "left", "buttons": isPressed ? 1 : 0, "clickCount": 1,
                "modifiers": modifiers.rawValue,
            ])
    }

    /// Turns the wheel by pixels; positive numbers turn it down.
    public func turnWheel(at point: Point, by pixels: Double, _ modifiers: Modifiers = []) throws {
        _ = try send(
            "Input.dispatchMouseEvent",
            [
                "type": "mouseWheel", "x": point.x, "y": point.y, "deltaX": 0, "deltaY": pixels,
                "modifiers": modifiers.rawValue,
            ])
    }

    // MARK: Fingers

    /// Moves a finger from a point to another.
    ///
    /// - Parameter seconds: How long the finger stays before it moves.
    public func touch(_ start: Point, to end: Point? = nil, after seconds: Double = 0) throws {
        try touch("touchStart", start)
        if seconds > 0 { Thread.sleep(forTimeInterval: seconds) }
        if let end {
            for step in 1...8 { try touch("touchMove", start.moved(to: end, part: Double(step) / 8)) }
        }
        try touch("touchEnd", nil)
    }

    private func touch(_ type: String, _ point: Point?) throws {
        let points = point.map { [["x": $0.x, "y": $0.y]] } ?? []
        _ = try send("Input.dispatchTouchEvent", ["type": type, "touchPoints": points])
    }

    // MARK: Network

    /// Has every request fail without an answer, as if the server had ended, or has requests answered again.
    public func setOffline(_ isOffline: Bool) throws {
        _ = try send("Network.enable")
        _ = try send(
            "Network.emulateNetworkConditions",
            ["offline": isOffline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
    }

    // MARK: Screen

    /// Gives the page another size in CSS pixels, another number of device pixels for each, or fingers.
    public func setScreen(width: Int, height: Int, ratio: Double = 1, hasTouch: Bool = false) throws {
        _ = try send(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": ratio, "mobile": hasTouch])
        _ = try send("Emulation.setTouchEmulationEnabled", ["enabled": hasTouch])
    }
}
