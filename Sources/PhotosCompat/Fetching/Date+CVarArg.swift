public import Foundation

// On Apple's systems dates can be passed as `CVarArg`. Foundation on Linux supports only strings there, so in a format
// of `String` a date becomes its description. A predicate gets the date itself, because it takes its arguments as
// `Any`.

extension Date: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The date as `%@` prints it: in UTC.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }

    /// Foundation reads it from ``_cVarArgObject``, which it retains as long as needed.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}

extension NSDate: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The date as `%@` prints it: in UTC.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }

    /// Foundation reads it from ``_cVarArgObject``, which it retains as long as needed.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}
