internal import Foundation

/// A value that predicates and sort descriptors compare.
enum FetchValue: Hashable, Sendable {
    case null
    /// A number; a Boolean is 0 or 1.
    case number(Double)
    case text(String)
    case date(Date)
    case list([FetchValue])

    init(_ flag: Bool) { self = .number(flag ? 1 : 0) }
    init(_ date: Date?) { self = date.map(FetchValue.date) ?? .null }

    /// An argument of a format; `nil` if no key has values of its type.
    init?(argument: Any) {
        switch argument {
        case is NSNull: self = .null
        case let flag as Bool: self.init(flag)
        case let number as any BinaryInteger: self = .number(Double(number))
        case let number as any BinaryFloatingPoint: self = .number(Double(number))
        case let number as NSNumber: self = .number(number.doubleValue)
        case let text as String: self = .text(text)
        case let text as NSString: self = .text(text._bridgeToSwift())
        case let date as Date: self = .date(date)
        case let date as NSDate: self = .date(date._bridgeToSwift())
        case let object as PHObject: self = .text(object.localIdentifier)
        case let list as NSArray: self.init(list: list.map { $0 })
        case let set as NSSet: self.init(list: set.map { $0 })
        case let list as any Sequence: self.init(list: list.map { $0 as Any })
        default:
            // An optional without a value is `nil`.
            let mirror = Mirror(reflecting: argument)
            guard mirror.displayStyle == .optional, mirror.children.isEmpty else { return nil }
            self = .null
        }
    }

    private init?(list: [Any]) {
        let values = list.compactMap(FetchValue.init(argument:))
        guard values.count == list.count else { return nil }
        self = .list(values)
    }

    /// The order of two values; `nil` if they are of different types.
    ///
    /// A missing value comes before all others.
    func order(_ other: FetchValue) -> ComparisonResult? {
        func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
            left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
        }
        switch (self, other) {
        case (.null, .null): return .orderedSame
        case (.null, _): return .orderedAscending
        case (_, .null): return .orderedDescending
        case (.number(let left), .number(let right)): return order(left, right)
        case (.text(let left), .text(let right)): return order(left, right)
        case (.date(let left), .date(let right)): return order(left, right)
        default: return nil
        }
    }
}
